; A spot that a Kempston joystick moves, in its own interrupts (IM 2); fire sounds a tone of 880 Hz.

        org 0x8000
start:  di
        ld hl,0xfe00            ; 257 times #FD, so that every vector is #FDFD
        ld de,0xfe01
        ld bc,256
        ld (hl),0xfd
        ldir
        ld a,0xc3               ; jp frame
        ld (0xfdfd),a
        ld hl,frame
        ld (0xfdfe),hl
        ld a,0xfe
        ld i,a
        im 2
        ei
wait:   halt
        jr wait

frame:  push af                 ; the interrupt
        push bc
        push de
        push hl
        in a,(31)
        ld c,a
        ld hl,column
        bit 0,c
        jr z,left
        inc (hl)
left:   bit 1,c
        jr z,fire
        dec (hl)
fire:   bit 4,c
        call nz,beep
        call draw
        ld hl,(frames)
        inc hl
        ld (frames),hl
        pop hl
        pop de
        pop bc
        pop af
        ei
        ret

draw:   ld hl,0x5800            ; the top row: white, and the spot in red
        ld b,32
white:  ld (hl),0x38
        inc hl
        djnz white
        ld a,(column)
        and 31
        ld h,0x58
        ld l,a
        ld (hl),0x10
        ret

beep:   ld e,8                  ; eight waves of 2 × 1,989 T-states
wave:   ld a,0x10
        call half
        xor a
        call half
        dec e
        jr nz,wave
        ret
half:   out (0xfe),a
        ld b,150
pause:  djnz pause
        ret

column: db 5
frames: dw 0
