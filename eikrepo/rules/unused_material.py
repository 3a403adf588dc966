"""A material is used nowhere."""

from eikrepo.rules._rule import QUALITY, Breaks, Rule
from eikrepo.rules._unused import named, unnamed

RULE = Rule(summary="Every material is used", kind=QUALITY,
            check=unnamed("is a material that nothing is made of."), subjects=("material",),
            touched=named,
            breaks=Breaks(put=({"id": "material-slate", "category": "material",
                                "name": "Slate"},)))
