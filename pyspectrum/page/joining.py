"""JavaScript modules as one script, for a page that loads nothing from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

_IMPORT = re.compile(r"^import \{([^}]*)\} from \"\.[./\w]*/(\w+)\.js\";\n", re.MULTILINE)
_COMMENT = re.compile(r"/\*\*(?:[^*]|\*(?!/))*\*/|^\s*//[^\n]*$|^\s+", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const|let)\b)", re.MULTILINE)


def join_modules(sources: Mapping[str, str]) -> str:
    """Join modules, by their names without the suffix, each after those that it imports, for a ``script`` element.

    Each becomes a function of its own, which hands back what others import from it; comments are left out.

    >>> "return { $ };" in join_modules({"a": "export function $() {}", "b": 'import { $ } from "./a.js";\\n'})
    True
    """
    bare = {name: _COMMENT.sub("", source) for name, source in sources.items()}
    wanted: dict[str, set[str]] = {name: set() for name in bare}
    for source in bare.values():
        for names, module in _IMPORT.findall(source):
            wanted[module].update(re.findall(r"[\w$]+", names))
    joined = "\n".join(_as_function(name, source, sorted(wanted[name])) for name, source in bare.items())
    return joined.replace("</script", "<\\/script")


def imports_of(source: str) -> list[str]:
    """The modules that one imports, by their names without the suffix.

    >>> imports_of('import { one, two } from "./numbers.js";\\n')
    ['numbers']
    """
    return [module for _, module in _IMPORT.findall(source)]


def join_with_imports(main: str, source_of: Callable[[str], str]) -> str:
    r"""Join a module and all that it imports, directly or not; `source_of` has the text of each by its name.

    >>> texts = {"a": 'import { b } from "./b.js";\nb();\n', "b": "export function b() {}\n"}
    >>> joined = join_with_imports("a", texts.__getitem__)
    >>> joined.index("b_ =") < joined.index("a_ =")
    True
    """
    order: dict[str, str] = {}

    def add(name: str) -> None:
        if name not in order:
            source = source_of(name)
            for other in imports_of(source):
                add(other)
            order[name] = source

    add(main)
    return join_modules(order)


def _as_function(name: str, source: str, wanted: Sequence[str]) -> str:
    body = _EXPORT.sub("", _IMPORT.sub(lambda found: f"const {{{found[1]}}} = {found[2]}_;\n", source))
    return f"const {name}_ = (() => {{\n{body}return {{ {', '.join(wanted)} }};\n}})();"
