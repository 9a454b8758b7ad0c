; One without any counter: it waits for an edge, waits a while, and takes the level then for the bit.

        org 0x8000
        di
        ld hl,0x9000
        ld de,200
        ld b,0
pilot:  in a,(0xfe)
        and 0x40
        jr z,pilot
low:    in a,(0xfe)
        and 0x40
        jr nz,low
        djnz pilot
wait:   ld b,20             ; the long low that ends the pilot
still:  in a,(0xfe)
        and 0x40
        jr nz,wait
        djnz still
byte:   ld c,1
bit:    in a,(0xfe)
        and 0x40
        jr z,bit
        ld b,40
delay:  djnz delay
        in a,(0xfe)
        rla
        rla
        rl c
        jr c,store
high:   in a,(0xfe)
        and 0x40
        jr nz,high
        jr bit
store:  ld (hl),c
        inc hl
        dec de
        ld a,d
        or e
        jr z,done
last:   in a,(0xfe)
        and 0x40
        jr nz,last
        jr byte
done:   ei
        ret
