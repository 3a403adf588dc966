GITATTRIBUTES = "*.json -text merge=eik diff=eik\n"
GITIGNORE = "/.eik/*\n!/.eik/envelopes/\n"
def text(name): return "# "+name+"\n"
