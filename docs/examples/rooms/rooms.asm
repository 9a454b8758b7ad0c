; Three rooms for a 128K: keys 1, 2 and 3 lead there. Each room's colour, note and name lie in a bank of its own;
; the room is drawn on the shadow screen while the other one shows, and its note comes from the AY.

paging:         equ 0x7ffd
ay_select:      equ 0xfffd
ay_data:        equ 0xbffd
rom_font:       equ 0x3c00              ; character 0 would be here

shadow_bank:    equ 7
show_shadow:    equ 0x08
basic_rom:      equ 0x10

room_start:     equ 0xc000              ; in its bank
room_size:      equ 32
name_place:     equ 0xc84a              ; on the shadow screen: row 10, column 10

        org 0x8000

start:  di
        xor a
next_room:
        call show_room

; wait for a key; A = the room's number
wait_for_key:
        ld bc,0xf7fe                    ; 1 2 3 4 5
        in a,(c)
        cpl
        and 7
        jr z,wait_for_key
        rra                             ; 1 -> 0, 2 -> 1, 4 -> 2
        cp 3
        jr nc,wait_for_key              ; two at once
        jr next_room

; Purpose   show a room and play its note
; In        A = its number, 0-2
; Corrupts  all
show_room:
        ld e,a
        ld d,0
        ld hl,room_banks
        add hl,de
        ld a,(shown)
        or (hl)
        call page
        ld hl,room_start
        ld de,room
        ld bc,room_size
        ldir
        ld a,(shown)
        or shadow_bank
        call page
        call draw
        call play
        ld a,show_shadow
        ld (shown),a
        or shadow_bank

; Purpose   page a bank in, with the ROM that has the font
; In        A = bank, and show_shadow to show the shadow screen
; Corrupts  A, BC
page:   or basic_rom
        ld bc,paging
        out (c),a
        ret

; Purpose   draw the room in the bank that is paged in
; Corrupts  all
draw:   ld hl,0xc000
        ld de,0xc001
        ld bc,0x17ff
        ld (hl),l
        ldir
        inc hl
        inc de
        ld a,(room_colour)
        ld (hl),a
        ld bc,0x02ff
        ldir
        ld hl,room_name
        ld de,name_place
one_letter:
        ld a,(hl)
        or a
        ret z
        push hl
        push de
        ld l,a
        ld h,0
        add hl,hl
        add hl,hl
        add hl,hl
        ld bc,rom_font
        add hl,bc
        ld b,8
one_row:
        ld a,(hl)
        ld (de),a
        inc hl
        inc d
        djnz one_row
        pop de
        pop hl
        inc hl
        inc e
        jr one_letter

; Purpose   play the room's note on channel A
; Corrupts  A, BC, DE, HL
play:   ld hl,(room_period)
        ld e,l
        xor a
        call set_register
        ld e,h
        ld a,1
        call set_register
        ld e,0x3e                       ; tone on channel A alone
        ld a,7
        call set_register
        ld e,15                         ; full volume
        ld a,8

; Purpose   tell the sound chip
; In        A = register, E = value
; Corrupts  BC
set_register:
        ld bc,ay_select
        out (c),a
        ld bc,ay_data
        out (c),e
        ret

room_banks:     db 1,3,4
shown:          db 0
room:
room_colour:    db 0
room_period:    dw 0
room_name:      ds 29
                db 0                    ; so that the code ends after the name
