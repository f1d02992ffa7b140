"""A curious player of a `secret_world`: what one types, and clients that keep all they hear.

for line in ALONE:
    told = client.says(line)        a word of `NOWHERE` in it is a secret that was told
"""

import re
from http.cookiejar import CookieJar
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

from tools.runner.mapclient import GMCP, MSDP, MapClient

# a word that is hidden, and one of the same length that is nowhere
NOWHERE = {
    "zanzibar": "balthazr",
    "jubilee": "jabulaa",
    "nutmeg": "natmug",
    "kingfisher": "konguisher",
    "topaz": "tepoz",
    "garnet": "gornat",
    "mirkwell": "morkwill",
    "quagmire": "quogmira",
    "millston": "mollstin",
    "marl": "morl",
    "ambergris": "imbargres",
    "secretsauce": "sacrotseuce",
}
NAMES = (*NOWHERE, "Zanzibar Quay", "Jubilee Vault", "Topaz Hall", "zanzibar:0", "zanzibar:9")
PLACES = (
    *NAMES,
    *("mirkwell:1", "(1,0,zanzibar:0)", "(1,0,0,zanzibar)", "(1,0,99,zanzibar)"),
    *("(1,0,zanzibar)", "(5,0,0,mirkwell)", "(5,0,9,mirkwell)", "(5,0,mirkwell)"),
)
# Eve asks thousands of them
ASKED = ("questions", "client_maps", "client_messages", "web_questions")
HIDDEN = re.compile("|".join(NOWHERE), re.IGNORECASE)
HELP = re.compile(r'Maybe you meant .*|Type "help" .*')  # by the letters of what was typed
TO_PLACES = (
    *("path {}", "goto {}", "goto nearest {}", "path nearest {}", "goto/walk {}", "path/walk {}"),
    *("path/explored {}", "goto/brief {}", "path the lane via {}", "path {} via the lane"),
)
TO_NAMES = (
    *("map {}", "map speak {}", "map raw {}", "map todo {}", "map explored {}", "follow {}"),
    *("look {}", "scores {}", "watch {}", "play {}", "study {}", "open {}", "examine {}"),
    *("find {}", "tel {}", "xyzgrid reach {}", "xyzgrid spawn {}", "dungeon prove {}", "give {}"),
    *("answer {}", "attack {}", "whisper {} = hello", "get {}", "{}"),
)
ALONE = (
    *("look", "map", "map +", "map -", "map 0", "map 1", "map 7", "map speak", "map speak +"),
    *("map list", "map raw", "map todo", "map explored", "path", "goto", "path clear", "follow"),
    *("xyzgrid", "xyzgrid list", "xyzgrid plan", "xyzgrid check", "xyzgrid reach", "xyzgrid jobs"),
    *("dungeon list", "party", "scores", "watch", "moves", "hint", "fly", "dive", "who", "help"),
    *("path the grotto", "goto the grotto", "path cave", "path the prize loft", "goto loft"),
    *("path prize", "path millstone", "path hopper", "path (0,0,loft)", "path (3,0,0,quern)"),
    *("path (9,0,0,quern)", "path (0,0,9,quern)", "map quern", "map quern:0", "map speak quern"),
    *("path the hide", "path (2,0,fen)", "map fen", "map speak fen", "map loft", "map speak loft"),
    *("path mill", "goto mills", "path quern", "path the", "path a", "path o", "path e"),
    *("quagmir", "zanzibr", "look q", "look quag", "whisper q = hello", "get q", "help quagmir"),
    *("path #2", "path *", "path %", "path _", "look *", "@tel here", "sethome", "home", "access"),
)


def nowhere(text):
    """Return a text with other words for those that are hidden."""
    return HIDDEN.sub(lambda found: NOWHERE[found[0].casefold()], text)


class Web:
    """A browser of somebody: with a cookie, with a token, with nothing."""

    def __init__(self, server):
        self.base = f"http://{server.host}:{server.web_port}"
        self.jar = CookieJar()
        self.opener = build_opener(HTTPCookieProcessor(self.jar))
        self.heard = []

    def get(self, path, data=None, **headers):
        """Return status and body; all of it is kept."""
        request = Request(self.base + path, data, headers)
        try:
            answer = self.opener.open(request, timeout=60)
        except HTTPError as error:
            answer = error
        with answer:
            body = answer.read().decode()
            self.heard.append(f"{answer.headers}\n{body}")
            return answer.status, body, answer.headers["ETag"]

    def log_in(self, name, password):
        """Log in to the website."""
        self.get("/auth/login/")
        token = next(one.value for one in self.jar if one.name == "csrftoken")
        form = {"username": name, "password": password, "csrfmiddlewaretoken": token, "next": "/"}
        status, _body, _tag = self.get("/auth/login/", urlencode(form).encode())
        assert status == 200
        assert any(one.name == "sessionid" for one in self.jar)

    def token(self):
        """Return the token that the page of maps gives to map clients."""
        return re.search(r"token=([\w:.-]+)", self.get("/map/")[1])[1]


class Telnet(MapClient):
    """A client that keeps all that it hears."""

    def __init__(self, server):
        self.heard = []
        super().__init__(server.host, server.base, options=(GMCP, MSDP))
        self.read_until("connect guest")
        self.read()

    def says(self, line):
        """Send a line; return what comes back."""
        self.send(line)
        text = self.read()
        self.heard.append(text)
        return " ".join(text.split())

    def walks(self, place):
        """Go to a place, by whatever way."""
        self.heard.append(self.ask(f"goto {place}", "You have arrived at|You are there"))
        self.heard.append(self.read())

    def asks_for_map(self, message, asked):
        """Ask for a map by GMCP, and wait for the answer."""
        self.say_gmcp(message, asked)
        while "Xyzgrid.Map" not in [name for name, _content in self.gmcp(least=1)]:
            pass

    def out_of_band(self):
        """All that came beside the text."""
        return [data.decode("utf-8", "replace") for _option, data in self.subnegotiations]
