"""Labels of the ROM with 48 BASIC, as all the literature has them.

Source: Ian Logan and Frank O'Hara, "The Complete Spectrum ROM Disassembly". On a 128 they count while that ROM is in.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

_LABELS = """
0000 START       0008 ERROR-1     0010 PRINT-A-1   0018 GET-CHAR    0020 NEXT-CHAR   0028 FP-CALC     0030 BC-SPACES
0038 MASK-INT    0048 KEY-INT     0066 RESET       028E KEY-SCAN    02BF KEYBOARD    0333 K-DECODE    03B5 BEEPER
03F8 BEEP        04C2 SA-BYTES    053F SA/LD-RET   0556 LD-BYTES    05E3 LD-EDGE-2   05E7 LD-EDGE-1   0605 SAVE-ETC
09F4 PRINT-OUT   0C0A PO-MSG      0D6B CLS         0DAF CL-ALL      0DD9 CL-SET      0EAC COPY        0F2C EDITOR
0F38 ED-LOOP     10A8 KEY-INPUT   11B7 NEW         11CB START/NEW   12A2 MAIN-EXEC   1303 MAIN-4      1601 CHAN-OPEN
1655 MAKE-ROOM   196E LINE-ADDR   1A1B OUT-NUM-1   1B17 LINE-SCAN   1B28 STMT-LOOP   1E67 GO-TO       1EED GO-SUB
1F23 RETURN      1F3A PAUSE       1F54 BREAK-KEY   1FCD PRINT       2089 INPUT       2294 BORDER      22AA PIXEL-ADD
22DC PLOT        22E5 PLOT-SUB    2320 CIRCLE      2382 DRAW        24FB SCANNING    2D28 STACK-A     2D2B STACK-BC
2DA2 FP-TO-BC    2DE3 PRINT-FP    300F SUBTRACT    3014 ADDITION    30CA MULTIPLY    31AF DIVISION    335B CALCULATE
"""


_WORDS = _LABELS.split()
ROM_LABELS: Mapping[str, int] = MappingProxyType(
    {name: int(address, 16) for address, name in zip(_WORDS[::2], _WORDS[1::2], strict=True)}
)
"""Label → address.

>>> hex(ROM_LABELS["KEY-SCAN"])
'0x28e'
"""
