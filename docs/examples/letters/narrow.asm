; Text in letters 4 pixels wide, 64 to a line, as z88dk's console prints it.
;
; The letters are packed, 15 bits each, and unpacked to a table of eight bytes each when the program starts.

        org 32768

start:  call 0x0D6B             ; CLS
        call unpack
        ld de,0x0001
        ld hl,title
        call print
        ld de,0x0C19
        ld hl,press
        call print
wait:   halt
        xor a
        in a,(0xFE)
        cpl
        and 31
        jr z,wait
        ld a,0xFF               ; the clock is inverse
        ld (inverse),a
tick:   ld de,0x1702
        ld hl,time
        call print
        ld b,50
frame:  halt
        djnz frame
        ld hl,seconds+1
        dec (hl)
        ld a,(hl)
        cp '0'-1
        jr nz,tick
        ld (hl),'9'
        dec hl
        dec (hl)
        jr tick

; Print a text. In: HL text, with a 0 behind it; D row, 0-23; E column, 0-63.
print:  ld a,(hl)
        or a
        ret z
        inc hl
        push hl
        call letter
        pop hl
        inc e
        jr print

; Print a letter. In: A code; D row; E column. Keeps DE.
letter: sub 32
        ld l,a
        ld h,0
        add hl,hl
        add hl,hl
        add hl,hl
        ld bc,font
        add hl,bc
        push de
        ld c,0xF0               ; the half that is written
        srl e
        jr nc,left
        ld c,0x0F
left:   ld a,d                  ; DE becomes the address of the square
        rrca
        rrca
        rrca
        and 0xE0
        or e
        ld e,a
        ld a,d
        and 0x18
        or 0x40
        ld d,a
        ld b,8
letter_row:
        ld a,(inverse)
        xor (hl)
        and c
        push bc
        ld b,a
        ld a,c
        cpl
        ld c,a
        ld a,(de)
        and c
        or b
        ld (de),a
        pop bc
        inc hl
        inc d
        djnz letter_row
        pop de
        ret

; Unpack the letters: three pixels and a blank in either half of a byte, five rows with blank ones around.
unpack: ld hl,packed
        ld de,font
        ld b,64
unpack_letter:
        push bc
        ld c,(hl)
        inc hl
        ld b,(hl)
        inc hl
        push hl
        ld h,b
        ld l,c
        add hl,hl               ; the row to come is in the highest three bits
        xor a
        ld (de),a
        inc de
        ld b,5
unpack_row:
        ld a,h
        and 0xE0
        ld c,a
        rrca
        rrca
        rrca
        rrca
        or c
        ld (de),a
        inc de
        add hl,hl
        add hl,hl
        add hl,hl
        djnz unpack_row
        xor a
        ld (de),a
        inc de
        ld (de),a
        inc de
        pop hl
        pop bc
        djnz unpack_letter
        ret

title:  defm "NARROW: 64 LETTERS TO A LINE",0
press:  defm "PRESS ANY KEY",0
time:   defm " TIME "
seconds:
        defm "60 ",0
inverse:
        db 0
packed:                         ; the codes 32 to 95
        dw 0x0000,0x2482,0x0000,0x0000,0x0000,0x0000,0x0000,0x0000   ; ! " # $ % & '
        dw 0x0000,0x0000,0x0000,0x0000,0x0000,0x01C0,0x0002,0x0000   ; ( ) * + , - . /
        dw 0x7B6F,0x2C97,0x73E7,0x72CF,0x5BC9,0x79CF,0x79EF,0x7292   ; 0 1 2 3 4 5 6 7
        dw 0x7BEF,0x7BCF,0x0410,0x0000,0x0000,0x0000,0x0000,0x0000   ; 8 9 : ; < = > ?
        dw 0x0000,0x2BED,0x6BAE,0x3923,0x6B6E,0x79A7,0x79A4,0x396B   ; @ A B C D E F G
        dw 0x5BED,0x7497,0x126A,0x5BAD,0x4927,0x5FED,0x6B6D,0x2B6A   ; H I J K L M N O
        dw 0x6BA4,0x2B7B,0x6BB5,0x388E,0x7492,0x5B6F,0x5B6A,0x5BFD   ; P Q R S T U V W
        dw 0x5AAD,0x5A92,0x72A7,0x0000,0x0000,0x0000,0x0000,0x0000   ; X Y Z [ \ ] ^ _
font:   ds 512
