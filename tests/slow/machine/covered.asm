        org 0x8000
start:  in a,(0xfe)
        cpl
        and 31
        jr z,start
        rra
        jr c,one
        rra
        jr c,two
        jr start
one:    ld a,1
        jr show
two:    ld a,2
show:   out (0xfe),a
        jr start
never:  nop
