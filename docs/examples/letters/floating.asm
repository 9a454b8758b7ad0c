; Text off the squares: the ROM's letters at any pixel, XORed over what is there.
;
; PRESS ANY KEY stands with its upper half on a bar. A key starts a countdown, which is wiped out and written again each second.

        org 32768

start:  call 0x0D6B             ; CLS
        ld hl,0x4868            ; a bar of a square's height, from y 88, x 64 on
        ld c,8
bar:    push hl
        ld b,20
bar_byte:
        ld (hl),0xFF
        inc l
        djnz bar_byte
        pop hl
        inc h                   ; the next pixel row
        dec c
        jr nz,bar

        ld de,91*256+77         ; y 91, x 77
        ld hl,press
        call print
wait:   halt
        xor a
        in a,(0xFE)
        cpl
        and 31
        jr z,wait
        ld hl,press             ; once more wipes it out
        ld de,91*256+77
        call print

        call show
second: ld b,50
frame:  halt
        djnz frame
        call show
        ld hl,seconds+1
        dec (hl)
        ld a,(hl)
        cp '0'-1
        jr nz,counted
        ld (hl),'9'
        dec hl
        dec (hl)
counted:
        call show
        ld hl,(seconds)
        ld de,'0'+'0'*256
        or a
        sbc hl,de
        jr nz,second
        ld hl,over
        ld de,140*256+93
        call print
end:    jr end

show:   ld hl,time
        ld de,13*256+131

; Print a text. In: HL text, with a 0 behind it; E, D the first pixel, x and y.
print:  ld a,(hl)
        or a
        ret z
        inc hl
        push hl
        call letter
        pop hl
        ld a,e
        add a,8
        ld e,a
        jr print

; XOR a letter of the ROM's onto the screen. In: A code; E, D pixel. Keeps DE.
letter: ld l,a
        ld h,0
        add hl,hl
        add hl,hl
        add hl,hl
        ld bc,0x3C00
        add hl,bc
        ld b,8
        push de
letter_row:
        push bc
        ld c,(hl)
        push hl
        call place
        ld a,e
        and 7
        ld b,a
        inc b
        xor a
shift:  dec b
        jr z,shifted
        srl c
        rra
        jr shift
shifted:
        ld b,a                  ; what reaches into the next byte
        ld a,c
        xor (hl)
        ld (hl),a
        inc l
        ld a,b
        xor (hl)
        ld (hl),a
        pop hl
        inc hl
        inc d
        pop bc
        djnz letter_row
        pop de
        ret

; Find a pixel's byte. In: E, D pixel; out: HL address.
place:  ld a,d
        rra
        rra
        rra
        and 0x18
        or 0x40
        ld h,a
        ld a,d
        and 7
        or h
        ld h,a
        ld a,d
        rla
        rla
        and 0xE0
        ld l,a
        ld a,e
        rra
        rra
        rra
        and 0x1F
        or l
        ld l,a
        ret

press:  defm "PRESS ANY KEY",0
over:   defm "GAME OVER",0
time:   defm "TIME "
seconds:
        defm "05",0
