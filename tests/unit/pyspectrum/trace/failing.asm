        org 0x8000
start:  ei
        ld b,3
game:   call early
        halt
        djnz game
        call late
wait:   halt
        jr wait
early:  ret
late:   ld hl,lives
        inc (hl)
        ret
never:  ret
lives:  db 6
