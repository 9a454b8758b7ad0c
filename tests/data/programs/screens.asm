; A 128K program: it plays a tone on the sound chip, draws into bank 7 out of sight, and shows that screen after 40 frames.

paging: equ 0x7ffd
        org 0x8000
start:  di
        ld sp,0xbff0
        ld a,0x17               ; bank 7 at #C000, the ROM with 48 BASIC
        call page
        ld hl,0xc000            ; the second screen: empty, and white on blue in row 3
        ld de,0xc001
        ld bc,6911
        ld (hl),0
        ldir
        ld hl,0xd860
        ld b,32
blue:   ld (hl),0x0f
        inc hl
        djnz blue
        ld hl,chip              ; register and value, one after the other
next:   ld a,(hl)
        inc a
        jr z,sounds
        dec a
        ld bc,0xfffd
        out (c),a
        inc hl
        ld a,(hl)
        ld b,0xbf
        out (c),a
        inc hl
        jr next
sounds: ei
        ld b,40
later:  halt
        djnz later
flip:   ld a,0x1f               ; show bank 7
        call page
done:   halt
        jr done

page:   push bc
        ld bc,paging
        out (c),a
        pop bc
        ret

chip:   db 0,0xfe,1,0,7,0x3e,8,15,0xff     ; channel A: 3,546,900 / 2 / 16 / 254 = 436 Hz
