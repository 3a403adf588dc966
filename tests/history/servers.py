"""Git servers on this machine: git's own daemon, and its program for the web behind Python's."""

import base64
import os
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tests.repositories import git

DAEMON, HTTP = "git daemon", "http-backend"


@contextmanager
def server(kind: str, repository: Path, password: str | None = None) -> Iterator[str]:
    """Serves a bare repository, writable, and yields its address; of another kind, its path."""
    if kind == DAEMON:
        with _daemon(repository) as address:
            yield address
    elif kind == HTTP:
        git(repository, "config", "http.receivepack", "true")
        with _http(repository, password) as address:
            yield address
    else:
        yield str(repository)


@contextmanager
def _daemon(repository: Path) -> Iterator[str]:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    child = subprocess.Popen(
        ["git", "daemon", "--export-all", "--enable=receive-pack", "--listen=127.0.0.1",
         f"--port={port}", "--reuseaddr", f"--base-path={repository.parent}"],
        stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        yield f"git://127.0.0.1:{port}/{repository.name}"
    finally:
        os.killpg(child.pid, 15)
        child.wait()


@contextmanager
def _http(repository: Path, password: str | None) -> Iterator[str]:
    backend = Path(git(repository, "--exec-path").strip()) / "git-http-backend"

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Says nothing."""

        def do_GET(self) -> None:
            self._serve()

        do_POST = do_GET  # noqa: N815 - the server's own name

        def _serve(self) -> None:
            said = self.headers.get("Authorization", "")
            if password and said != "Basic " + base64.b64encode(
                    f"anna:{password}".encode()).decode():
                self.send_response(401)
                self.send_header("WWW-Authenticate", 'Basic realm="git"')
                self.end_headers()
                return
            path, _, query = self.path.partition("?")
            done = subprocess.run([str(backend)], input=self._body(), capture_output=True,
                                  check=False, env=os.environ | {
                "GIT_PROJECT_ROOT": str(repository.parent), "GIT_HTTP_EXPORT_ALL": "1",
                "PATH_INFO": path, "QUERY_STRING": query, "REQUEST_METHOD": self.command,
                "REMOTE_USER": "anna", "REMOTE_ADDR": "127.0.0.1",
                "CONTENT_TYPE": self.headers.get("Content-Type", ""),
                "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
                "GIT_PROTOCOL": self.headers.get("Git-Protocol", "")})
            head, _, body = done.stdout.partition(b"\r\n\r\n")
            fields = [line.split(": ", 1) for line in head.decode().split("\r\n") if ": " in line]
            status = next((value for name, value in fields if name == "Status"), "200 OK")
            self.send_response(int(status.split()[0]))
            for name, value in fields:
                if name != "Status":
                    self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def _body(self) -> bytes:
            if self.headers.get("Transfer-Encoding") == "chunked":
                out = b""
                while size := int(self.rfile.readline(), 16):
                    out += self.rfile.read(size)
                    self.rfile.readline()
                return out
            return self.rfile.read(int(self.headers.get("Content-Length", 0)))

    web = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=web.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{web.server_port}/{repository.name}"
    finally:
        web.shutdown()
        web.server_close()
        thread.join()
