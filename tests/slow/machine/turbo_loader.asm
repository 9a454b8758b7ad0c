; A loader that times edges by itself, at about twice the ROM's speed.

        org 0x8000
        di
        ld ix,0x9000
        ld de,200
        ld c,0
leader: ld h,0              ; pilot pulses in a row
pilot:  ld b,0
        call edge
        jr z,leader         ; silence
        ld a,b
        cp 25
        jr c,short
        inc h
        jr nz,pilot
        dec h
        jr pilot
short:  ld a,h
        cp 200
        jr c,leader
        ld b,0
        call edge           ; the second sync pulse
byte:   ld l,1
bit:    ld b,0
        call edge
        jr z,done
        call edge
        jr z,done
        ld a,b
        cp 27
        ccf
        rl l
        jr nc,bit
        ld (ix+0),l
        inc ix
        dec de
        ld a,d
        or e
        jr nz,byte
done:   ei
        ret
edge:   inc b
        ret z
        in a,(0xfe)
        and 0x40
        cp c
        jr z,edge
        ld c,a
        ret
