; Count of a loop's rounds from one interrupt to the next; it lies in contended memory, and reads and writes there.
frames: equ 23672
        org 24576
start:  ld de,16384
        ld hl,0
        ld a,(frames)
        add a,25                        ; by then no key is held any more, which would take the ROM's time
        ld b,a
wait:   ld a,(frames)
        cp b
        jr nz,wait
count:  inc hl
        ld a,(de)
        inc de
        res 7,d
        set 6,d
        out (254),a
        in a,(254)
        ld a,(frames)
        cp b
        jr z,count
        ld (16384),hl
        ret
