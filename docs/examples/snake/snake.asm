; Snake. Steer with Q, A, O, P or a Kempston joystick; SPACE or fire starts.
;
; The field is the attribute file: a cell's colour says what is in it. The interrupt routine (IM 2) reads the
; controls fifty times a second; the main loop moves the snake every few frames.

attributes:     equ 0x5800
rom_font:       equ 0x3c00              ; character 0 would be here
ula:            equ 0xfe
kempston:       equ 0x1f

empty:          equ 0x07                ; white on black
wall:           equ 0x0f                ; blue paper
body:           equ 0x27                ; green paper
food:           equ 0x57                ; bright red paper

right:          equ 1                   ; as the joystick's bits: 000FUDLR
left:           equ 2
down:           equ 4
up:             equ 8
fire_bit:       equ 4

step_frames:    equ 6
start_row:      equ 12
start_column:   equ 8
start_length:   equ 4

rows:           equ 0x9000              ; a ring of 256 places: the rows of the body, tail to head,
columns:        equ 0x9100              ; and the columns
vectors:        equ 0xfe00              ; 257 bytes of 0xfd, so that every interrupt goes to 0xfdfd
vector_target:  equ 0xfdfd

        org 0x8000

start:  call install_interrupt
title:  call clear_screen
        ld hl,title_text
        ld de,0x050d                    ; row 5, column 13
        call print
        ld hl,start_text
        ld de,0x0a06
        call print
        call wait_for_fire

game:   call clear_screen
        call draw_walls
        xor a
        ld (score),a
        ld (tail),a
        ld a,start_length-1
        ld (head),a
        ld a,right
        ld (wanted),a
        ld (heading),a
        call print_score
        call place_snake
        call place_food

main_loop:
        ld hl,frames
        ld (hl),0
next_frame:
        halt
        ld a,(frames)
        cp step_frames
        jr c,next_frame
        call step
        jr nc,main_loop

game_over:
        ld hl,over_text
        ld de,0x0c0b
        call print
        ld bc,0x40f7                    ; 64 half periods of 439 Hz
        call tone
        call wait_for_fire
        jr title

; Purpose   move the snake on by a cell
; Out       carry: it ran into something
; Corrupts  all
step:   call turn
        call next_cell
        ld a,(hl)
        cp empty
        jr z,move_on
        cp food
        scf
        ret nz
        call add_head
        call place_food
        ld hl,score
        ld a,(hl)
        add a,1
        daa
        ld (hl),a
        call print_score
        ld bc,0x2c7a                    ; 44 half periods of 883 Hz
        call tone
        or a
        ret
move_on:
        call add_head
        call drop_tail
        or a
        ret

; Purpose   take up the wanted direction, unless it leads straight back
; Corrupts  A, B, C
turn:   ld a,(heading)
        ld b,a
        and right+down
        add a,a
        ld c,a                          ; right -> left, down -> up
        ld a,b
        and left+up
        rra
        or c                            ; A = the way back
        ld c,a
        ld a,(wanted)
        cp c
        ret z
        ld (heading),a
        ret

; Purpose   the cell before the snake's head
; Out       B, C = its row and column, HL = its attribute
; Corrupts  A, DE
next_cell:
        ld a,(head)
        ld l,a
        ld h,rows/256
        ld b,(hl)
        inc h
        ld c,(hl)
        ld a,(heading)
        rra
        jr nc,not_right
        inc c
not_right:
        rra
        jr nc,not_left
        dec c
not_left:
        rra
        jr nc,not_down
        inc b
not_down:
        rra
        jr nc,cell_address
        dec b

; Purpose   where a cell's attribute is
; In        B, C = row, column
; Out       HL = its address
; Corrupts  A, DE
cell_address:
        ld l,b
        ld h,0
        add hl,hl
        add hl,hl
        add hl,hl
        add hl,hl
        add hl,hl
        ld e,c
        ld d,attributes/256
        add hl,de
        ret

; Purpose   a new head in a cell
; In        B, C = row, column; HL = its attribute
; Corrupts  A, HL
add_head:
        ld (hl),body
        ld hl,head
        inc (hl)
        ld l,(hl)
        ld h,rows/256
        ld (hl),b
        inc h
        ld (hl),c
        ret

; Purpose   take the last cell of the tail away
; Corrupts  all
drop_tail:
        ld hl,tail
        ld a,(hl)
        inc (hl)
        ld l,a
        ld h,rows/256
        ld b,(hl)
        inc h
        ld c,(hl)
        call cell_address
        ld (hl),empty
        ret

; Purpose   the snake as it starts
; Corrupts  all
place_snake:
        ld bc,start_row*256+start_column
        ld l,0
one_cell:
        ld h,rows/256
        ld (hl),b
        inc h
        ld (hl),c
        push hl
        call cell_address
        ld (hl),body
        pop hl
        inc c
        inc l
        ld a,l
        cp start_length
        jr nz,one_cell
        ret

; Purpose   food in an empty cell
; Corrupts  all
place_food:
        call random
        and 0x1f
        ld b,a
        cp 24
        jr nc,place_food
        call random
        and 0x1f
        ld c,a
        call cell_address
        ld a,(hl)
        cp empty
        jr nz,place_food
        ld a,b
        or a                            ; row 0 has the score
        jr z,place_food
        ld (hl),food
        ret

; Purpose   a pseudo-random byte, by a shift register of 16 bits with feedback
; Out       A
; Corrupts  HL
random: ld hl,(seed)
        add hl,hl
        sbc a,a
        and 0x2d
        xor l
        ld l,a
        ld (seed),hl
        ret

; Purpose   walls around the field: rows 1 and 23, columns 0 and 31
; Corrupts  all
draw_walls:
        ld hl,attributes+0x20
        ld b,0x20
top:    ld (hl),wall
        inc hl
        djnz top
        ld b,21
        ld de,31
sides:  ld (hl),wall
        add hl,de
        ld (hl),wall
        inc hl
        djnz sides
        ld b,0x20
bottom: ld (hl),wall
        inc hl
        djnz bottom
        ret

; Purpose   black border, empty screen
; Corrupts  A, BC, DE, HL
clear_screen:
        xor a
        out (ula),a
        ld hl,0x4000
        ld de,0x4001
        ld bc,0x1800
        ld (hl),l
        ldir
        ld bc,0x02ff
        ld (hl),empty
        ldir
        ret

; Purpose   show the score, two decimal digits
; Corrupts  all
print_score:
        ld a,(score)
        ld hl,score_digits
        push af
        rrca
        rrca
        rrca
        rrca
        call digit
        pop af
        call digit
        ld hl,score_text
        ld de,0x000c
        jr print
digit:  and 0x0f
        add a,0x30
        ld (hl),a
        inc hl
        ret

; Purpose   show a text in the ROM's letters
; In        HL = the text, 0 after it; D, E = row, column
; Corrupts  all
print:  ld a,(hl)
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
        ld a,d
        and 7
        rrca
        rrca
        rrca
        or e
        ld e,a
        ld a,d
        and 0x18
        or 0x40
        ld d,a
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
        jr print

; Purpose   a tone
; In        B = half periods, C = their length: 16 C + 30 T-states
; Corrupts  A, B, D
tone:   di
        xor a
half_period:
        xor 0x10
        out (ula),a
        ld d,c
wait:   dec d
        jr nz,wait
        djnz half_period
        ei
        ret

; Purpose   wait until fire is let go of and pushed again
; Corrupts  A, HL
wait_for_fire:
        ld hl,controls
released:
        halt
        bit fire_bit,(hl)
        jr nz,released
pressed:
        halt
        bit fire_bit,(hl)
        jr z,pressed
        ret

; Purpose   what the player wants, from keys and joystick
; Out       A = 000FUDLR
; Corrupts  BC, E
read_controls:
        in a,(kempston)
        cp 0x20                         ; no joystick: the port reads 255
        jr c,has_stick
        xor a
has_stick:
        ld e,a
        ld bc,0xfbfe                    ; Q W E R T
        in a,(c)
        rra
        jr c,not_q
        set 3,e
not_q:  ld b,0xfd                       ; A S D F G
        in a,(c)
        rra
        jr c,not_a
        set 2,e
not_a:  ld b,0xdf                       ; P O I U Y
        in a,(c)
        rra
        jr c,not_p
        set 0,e
not_p:  rra
        jr c,not_o
        set 1,e
not_o:  ld b,0x7f                       ; SPACE
        in a,(c)
        rra
        jr c,not_space
        set fire_bit,e
not_space:
        ld a,e
        ret

; Purpose   fifty times a second: read the controls, count the frames
interrupt:
        push af
        push bc
        push de
        push hl
        call read_controls
        ld (controls),a
        and up+down+left+right
        jr z,no_turn
        ld b,a
        dec a
        and b                           ; two directions at once are none
        jr nz,no_turn
        ld a,b
        ld (wanted),a
no_turn:
        ld hl,frames
        inc (hl)
        pop hl
        pop de
        pop bc
        pop af
        ei
        ret

; Purpose   interrupt mode 2, to `interrupt`
; Corrupts  A, BC, DE, HL
install_interrupt:
        di
        ld hl,vectors
        ld de,vectors+1
        ld bc,0x100
        ld (hl),vector_target/256
        ldir
        ld a,0xc3                       ; jp
        ld (vector_target),a
        ld hl,interrupt
        ld (vector_target+1),hl
        ld a,vectors/256
        ld i,a
        im 2
        ei
        ret

title_text:     dm "SNAKE"
                db 0
start_text:     dm "PRESS SPACE OR FIRE"
                db 0
over_text:      dm "GAME OVER"
                db 0
score_text:     dm "SCORE "
score_digits:   dm "00"
                db 0

score:          db 0                    ; binary-coded decimal
head:           db 0                    ; places in the ring
tail:           db 0
heading:        db right
wanted:         db right
controls:       db 0
frames:         db 0
seed:           dw 0xace1
