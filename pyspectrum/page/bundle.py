"""JavaScript modules joined as one script, for a page that loads nothing: no build step, and no npm.

It knows the forms of ``import`` and ``export`` that our modules use, each at the beginning of a line, and rejects
others in a line that names file and line. All else it leaves to the type check and the browser.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from posixpath import basename, dirname, join, normpath, splitext

from pyspectrum.errors import ScriptError

_JSDOC = r"/\*\*(?:[^*]|\*(?!/))*\*/"
_COMMENT = re.compile(rf"^[ \t]*(?://.*|{_JSDOC})[ \t]*$|{_JSDOC}", re.MULTILINE)
_STATEMENT = re.compile(r"^(?:import|export|await)\b|\bimport(?=\.meta|\(\"\.)", re.MULTILINE)
_IMPORT = re.compile(r'import \{(\s*[$\w]+(?:,\s*[$\w]+)*,?\s*)\} from "(\.[./\w]*\.js)";')
_EXPORT = re.compile(r"export (?:(?:async )?function\*? ([$\w]+)|class (\w+)|(?:const|let) ([^;]*))")
_NAME = re.compile(r"[$\w]+")


class _Module:
    """A module: its code without comments, the names that it imports by module with their places, and its exports.

    `waits` is the place of an ``await`` outside its functions.
    """

    def __init__(self, path: str, source: str) -> None:
        self.path = path
        self.code = _COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), source)
        self.imports: dict[str, dict[str, int]] = {}
        self.exports: set[str] = set()
        self.waits: int | None = None
        for statement in _STATEMENT.finditer(self.code):
            word, at = statement[0], statement.start()
            if word == "await":
                self.waits = at
            elif word == "import":
                if (found := _IMPORT.match(self.code, at)) is None:
                    raise self.error(at, 'write an import as: import { name, … } from "./module.js";')
                names = _NAME.finditer(self.code, *found.span(1))
                self.imports.setdefault(self.beside(found[2]), {}).update({name[0]: name.start() for name in names})
            elif (found := _EXPORT.match(self.code, at)) is None:
                raise self.error(at, "export a function, a class, const or let, where it is declared")
            else:
                self.exports.update(_NAME.findall(found[found.lastindex or 0]))

    def beside(self, path: str) -> str:
        """Return the path of a module that an import names."""
        return normpath(join(dirname(self.path), path))

    def error(self, at: int, what: str) -> ScriptError:
        return ScriptError(f"{self.path}:{self.code.count(chr(10), 0, at) + 1}: {what}")


def join_with_imports(main: str, source_of: Callable[[str], str]) -> str:
    r"""Join a JavaScript module and all that it imports, directly or not, as one text for a ``script`` element.

    Each becomes a function of its own, which returns what others import from it. JSDoc, lines of comment and
    indentation (that of a template string, too) are left out. `source_of` has the text of each by its path, which
    imports are relative to. Only `main` may have ``await`` outside its functions. ScriptError for code that is not
    understood, or an import of what is not there.

    >>> texts = {"a.js": 'import { $ } from "./x/b.js";\n$();\n', "x/b.js": "export function $() {}\n"}
    >>> print(join_with_imports("a.js", texts.__getitem__))
    const b_ = (() => {
    function $() {}
    return { $ };
    })();
    const a_ = (() => {
    const { $ } = b_;
    $();
    return {  };
    })();
    """
    modules: dict[str, _Module] = {}
    names: dict[str, str] = {}
    wanted: dict[str, set[str]] = {main: set()}

    def add(path: str) -> None:
        name = f"{splitext(basename(path))[0]}_"
        while name in names.values():
            name += "_"
        names[path] = name
        module = _Module(path, source_of(path))
        for other, imported in module.imports.items():
            if other not in names:
                add(other)
            for one, place in imported.items():
                if other not in modules:
                    raise module.error(place, f"{other} imports this module, too; move what both need into a third")
                if one not in modules[other].exports:
                    raise module.error(place, f"{other} exports no {one}")
            wanted.setdefault(other, set()).update(imported)
        if module.waits is not None and path != main:
            raise module.error(module.waits, "only the first module may await outside its functions")
        modules[path] = module

    def function_of(path: str, module: _Module) -> str:
        code = _IMPORT.sub(lambda found: f"const {{{found[1]}}} = {names[module.beside(found[2])]};", module.code)
        code = re.sub(r"\n\s+", "\n", re.sub(r"^export ", "", code, flags=re.MULTILINE).strip())
        opening = "() =>" if module.waits is None else "async () =>"
        returned = ", ".join(sorted(wanted[path]))
        return f"const {names[path]} = ({opening} {{\n{code}\nreturn {{ {returned} }};\n}})();"

    add(main)
    return "\n".join(function_of(path, module) for path, module in modules.items()).replace("</script", "<\\/script")
