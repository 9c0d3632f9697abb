"""Checks that the relative links and pictures of Markdown files lead to files. usage: check_file_links.py FILE..."""

import re
import sys
from pathlib import Path
from urllib.parse import unquote

PATTERN = re.compile(r'\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"')

broken = []
for name in sys.argv[1:]:
    text = re.sub(r"^```.*?^```|^<!-- hidden$.*?^-->", "", Path(name).read_text(), flags=re.DOTALL | re.MULTILINE)
    for match in PATTERN.finditer(re.sub(r"`[^`\n]*`", "", text)):
        target = unquote((match[1] or match[2]).split("#")[0])
        if target and not re.match(r"[a-z]+:", target) and not (Path(name).parent / target).exists():
            broken.append(f"{name}: {target} is not there")
print(*broken, sep="\n")
sys.exit(1 if broken else 0)
