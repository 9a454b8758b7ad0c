; Gems. They fall out of the night; catch them with the cart: O and P, or a Kempston joystick. SPACE or fire starts.
;
; The screen is squares of colour: each falling gem owns one, the sky behind it is redrawn when it has gone by. The
; main loop makes one turn a frame; everything that moves has a count of frames until its next step.

attributes:     equ 0x5800
ula:            equ 0xfe
kempston:       equ 0x1f

gem_count:      equ 8                   ; so many fall at once
gem_size:       equ 5                   ; row (0: waits), column, frames until it moves, its pace, colour
row_of:         equ 0
column_of:      equ 1
wait_of:        equ 2
pace_of:        equ 3
colour_of:      equ 4

first_row:      equ 2
cart_row:       equ 21
ground_row:     equ 23
cart_width:     equ 4
pace:           equ 5                   ; frames a gem stays in a square
wanted:         equ 12                  ; gems to catch
lives_at_start: equ 3

blank_sign:     equ 0x20                ; what our letters have for the scene
rock_sign:      equ 0x23
gem_sign:       equ 0x24
star_sign:      equ 0x2a
slope_sign:     equ 0x2f
grass_sign:     equ 0x3d

        org 0x8000

start:  di
title:  xor a
        ld (border),a
        call draw_scene
        ld hl,title_text
        ld de,0x080d
        ld c,0x46                       ; bright yellow
        call print
        ld hl,start_text
        ld de,0x0c0a
        ld c,0x45
        call print
title_frame:
        call wait_frame
        call twinkle
        call read_controls
        bit 4,a
        jr z,title_frame

game:   call draw_scene
        ld hl,gems
        ld b,gem_count*gem_size
        xor a
clear_gems:
        ld (hl),a
        inc hl
        djnz clear_gems
        ld (score),a
        ld (score+1),a
        ld (caught),a
        ld (flash),a
        ld a,lives_at_start
        ld (lives),a
        ld a,14
        ld (cart),a
        call draw_cart
        call print_status

main_loop:
        call wait_frame
        call move_cart
        call move_gems
        call new_gem
        call twinkle
        call fade_border
        ld a,(lives)
        or a
        jr z,game_over
        ld a,(caught)
        cp wanted
        jr c,main_loop

well_done:
        ld hl,done_text
        ld de,0x080b
        ld c,0x44
        call print
        ld b,5
fanfare:
        push bc
        ld a,b
        out (ula),a
        add a,a
        add a,a
        add a,a
        add a,a
        add a,32
        ld c,a
        ld b,90
        call tone
        pop bc
        djnz fanfare
        jr again
game_over:
        ld hl,over_text
        ld de,0x080b
        ld c,0x42
        call print
        ld bc,0x40f7                    ; 64 half periods of 439 Hz
        call tone
again:  ld b,100                        ; two seconds, at least
pause:  push bc
        call wait_frame
        call twinkle
        pop bc
        djnz pause
        jp title

; Purpose   wait for the next frame
; Corrupts  nothing
wait_frame:
        ei
        halt
        di
        ret

; Purpose   move the cart as the player wants, a column in two frames
; Corrupts  all
move_cart:
        ld hl,cart_wait
        dec (hl)
        ret nz
        ld (hl),2
        call read_controls
        ld hl,cart
        rra
        jr c,to_the_right
        rra
        ret nc
        ld a,(hl)
        or a
        ret z
        push hl
        call erase_cart
        pop hl
        dec (hl)
        jr draw_cart
to_the_right:
        ld a,(hl)
        cp 32-cart_width
        ret nc
        push hl
        call erase_cart
        pop hl
        inc (hl)

; Purpose   draw the cart: a row of planks over a row of wheels
; Corrupts  all
draw_cart:
        ld a,(cart)
        ld e,a
        ld d,cart_row
        ld hl,cart_top
        ld c,0x46                       ; bright yellow on black
        call print
        ld a,(cart)
        ld e,a
        ld d,cart_row+1
        ld hl,cart_bottom
        ld c,0x47
        jp print

; Purpose   draw the sky where the cart is
; Corrupts  all
erase_cart:
        ld a,(cart)
        ld e,a
        ld b,cart_width
erase_column:
        push bc
        ld d,cart_row
        call draw_sky
        ld d,cart_row+1
        call draw_sky
        inc e
        pop bc
        djnz erase_column
        ret

; Purpose   move every gem whose time has come; catch it, or lose it on the ground
; Corrupts  all
move_gems:
        ld ix,gems
        ld b,gem_count
one_gem:
        push bc
        ld a,(ix+row_of)
        or a
        jr z,next_gem
        dec (ix+wait_of)
        jr nz,next_gem
        ld a,(ix+pace_of)
        ld (ix+wait_of),a
        ld d,(ix+row_of)
        ld e,(ix+column_of)
        call draw_sky
        inc (ix+row_of)
        ld a,(ix+row_of)
        cp cart_row
        call z,try_to_catch
        ld a,(ix+row_of)
        or a
        jr z,next_gem
        cp ground_row
        call nc,lose_gem
        ld a,(ix+row_of)
        or a
        call nz,draw_gem
next_gem:
        ld de,gem_size
        add ix,de
        pop bc
        djnz one_gem
        ret

; Purpose   catch a gem that has come to the cart's row, if the cart is there
; In        IX = the gem
; Corrupts  A, BC, DE, HL
try_to_catch:
        ld a,(cart)
        ld c,a
        ld a,(ix+column_of)
        sub c
        cp cart_width
        ret nc
        ld (ix+row_of),0
        ld hl,caught
        inc (hl)
        ld a,(ix+colour_of)             ; 2–6 are worth as much
        ld hl,score+1
        add a,(hl)
        daa
        ld (hl),a
        dec hl
        ld a,(hl)
        adc a,0
        daa
        ld (hl),a
        ld a,(ix+colour_of)
        ld (border),a
        out (ula),a
        ld a,6
        ld (flash),a
        ld a,(ix+colour_of)
        add a,a
        add a,a
        add a,a
        cpl
        add a,128
        ld c,a
        ld b,40
        call tone
        call draw_cart
        jp print_status

; Purpose   a gem breaks on the ground: a life less
; In        IX = the gem
; Corrupts  A, BC, DE, HL
lose_gem:
        ld (ix+row_of),0
        ld hl,lives
        dec (hl)
        ld a,2
        ld (border),a
        out (ula),a
        ld a,12
        ld (flash),a
        ld bc,0x10f0
        call tone
        jp print_status

; Purpose   let another gem fall, where one waits, five in four seconds
; Corrupts  all
new_gem:
        ld hl,gem_wait
        dec (hl)
        ret nz
        ld (hl),40
        ld ix,gems
        ld b,gem_count
        ld de,gem_size
find_gem:
        ld a,(ix+row_of)
        or a
        jr z,drop_gem
        add ix,de
        djnz find_gem
        ret
drop_gem:
        call random
        and 15
        add a,8
        ld (ix+column_of),a             ; 8–23: a good player reaches each of them
        ld (ix+row_of),first_row
        ld a,pace
        ld (ix+pace_of),a
        ld (ix+wait_of),a
colour: call random
        and 7
        cp 2
        jr c,colour                     ; blue and black would not be seen
        cp 7
        jr z,colour
        ld (ix+colour_of),a

; Purpose   draw a gem in its square
; In        IX = the gem
; Corrupts  A, BC, DE, HL
draw_gem:
        ld d,(ix+row_of)
        ld e,(ix+column_of)
        call sky_colour
        and 0x38
        or (ix+colour_of)
        or 0x40
        ld c,a
        ld a,gem_sign                       ; the gem's sign in our letters
        jp put

; Purpose   the border's colour goes back to black after a catch or a loss
; Corrupts  A, HL
fade_border:
        ld hl,flash
        ld a,(hl)
        or a
        ret z
        dec (hl)
        ret nz
        xor a
        ld (border),a
        out (ula),a
        ret

; Purpose   a star of the sky changes its colour
; Corrupts  A, BC, DE, HL
twinkle:
        call random
        and 31
        ld e,a
        ld d,1
        call random
        and 7
        or 0x42                         ; red, magenta, yellow or white, all bright
        ld c,a
        call attribute_address
        ld (hl),c
        ret

; Purpose   the whole scene: sky, mountains, ground
; Corrupts  all
draw_scene:
        ld a,(border)
        out (ula),a
        ld d,0
scene_row:
        ld e,0
scene_column:
        call draw_sky
        inc e
        bit 5,e
        jr z,scene_column
        inc d
        ld a,d
        cp 24
        jr nz,scene_row
        ret

; Purpose   draw a square of the scene
; In        D, E = row, column
; Corrupts  A, BC, HL
draw_sky:
        call sky_colour
        ld c,a
        ld a,d
        dec a
        ld a,star_sign                       ; row 1: stars
        jr z,put_scene
        ld a,d
        cp ground_row
        ld a,grass_sign                        ; grass
        jr nc,put_scene
        ld a,d
        cp 16
        ld a,blank_sign
        jr c,put_scene
        ld a,d                          ; mountains
        add a,e
        and 3
        ld a,slope_sign
        jr z,put_scene
        ld a,d
        add a,e
        and 3
        dec a
        ld a,rock_sign
        jr z,put_scene
        ld a,blank_sign
put_scene:
        push de
        call put
        pop de
        ret

; Purpose   the colours of the scene's rows
; In        D = row
; Out       A = attribute
; Corrupts  HL
sky_colour:
        push de
        ld e,d
        ld d,0
        ld hl,row_colours
        add hl,de
        ld a,(hl)
        pop de
        ret

; Purpose   where a square's attribute is
; In        D, E = row, column
; Out       HL = its address
; Corrupts  A
attribute_address:
        ld a,d
        rrca
        rrca
        rrca
        ld l,a
        and 3
        or attributes/256
        ld h,a
        ld a,l
        and 0xe0
        or e
        ld l,a
        ret

; Purpose   the score, what is caught, the lives
; Corrupts  A, BC, DE, HL
print_status:
        ld hl,score_digits
        ld a,(score)
        call two_digits
        ld a,(score+1)
        call two_digits
        ld hl,caught_digits
        ld a,(caught)
        ld b,0x2f
tens:   inc b
        sub 10
        jr nc,tens
        ld (hl),b
        inc hl
        add a,0x3a
        ld (hl),a
        ld a,(lives)
        add a,0x30
        ld (life_digit),a
        ld hl,status_text
        ld de,0x0001
        ld c,0x47
        jr print
two_digits:
        push af
        rrca
        rrca
        rrca
        rrca
        call digit
        pop af
digit:  and 0x0f
        add a,0x30
        ld (hl),a
        inc hl
        ret

; Purpose   show a text in our own letters
; In        HL = the text, 0 after it; D, E = row, column; C = the attribute
; Corrupts  A, B, DE, HL
print:  ld a,(hl)
        or a
        ret z
        push hl
        push de
        call put
        pop de
        pop hl
        inc hl
        inc e
        jr print

; Purpose   show a letter
; In        A = its code, 32–95; D, E = row, column; C = the attribute
; Corrupts  A, B, DE, HL
put:    push af
        call attribute_address
        ld (hl),c
        pop af
        sub 32
        ld l,a
        ld h,0
        add hl,hl
        add hl,hl
        add hl,hl
        push de
        ld de,font
        add hl,de
        pop de
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
put_row:
        ld a,(hl)
        ld (de),a
        inc hl
        inc d
        djnz put_row
        ret

; Purpose   a pseudo-random byte, by a shift register of 16 bits with feedback
; Out       A
; Corrupts  HL
random: push bc
        ld b,5
        ld hl,(seed)
random_bit:
        add hl,hl
        sbc a,a
        and 0x2d
        xor l
        ld l,a
        djnz random_bit
        ld (seed),hl
        pop bc
        ret

; Purpose   a tone, in the border's colour
; In        B = half periods, C = their length: 16 C + 39 T-states
; Corrupts  A, B, D
tone:   ld a,(border)
half_period:
        xor 0x10
        out (ula),a
        ld d,c
tone_wait:
        dec d
        jr nz,tone_wait
        djnz half_period
        ret

; Purpose   what the player wants, from keys and joystick
; Out       A = 000FUDLR
; Corrupts  BC, E
read_controls:
        in a,(kempston)
        cp 0x20                         ; no joystick: not one of its values
        jr c,has_stick
        xor a
has_stick:
        ld e,a
        ld bc,0xdffe                    ; P O I U Y
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
        set 4,e
not_space:
        ld a,e
        ret

row_colours:                            ; the night, the evening sky, mountains, grass
        db 0x47,0x47,0x01,0x01,0x01,0x01,0x01,0x01
        db 0x0f,0x0f,0x0f,0x0f,0x0f,0x0f,0x0f,0x0f
        db 0x0b,0x0b,0x4b,0x4b,0x0a,0x0a,0x4a,0x44

title_text:     dm "GEMS"
                db 0
start_text:     dm "PRESS SPACE"
                db 0
over_text:      dm "GAME OVER"
                db 0
done_text:      dm "ALL SAVED"
                db 0
status_text:    dm "SCORE "
score_digits:   dm "0000  GEMS "
caught_digits:  dm "00  LIVES "
life_digit:     dm "0"
                db 0
cart_top:       dm "<==>"
                db 0
cart_bottom:    dm "(--)"
                db 0

border:         db 0
score:          db 0,0                  ; four decimal digits, the higher ones first
caught:         db 0
lives:          db 0
cart:           db 14                   ; its left column
cart_wait:      db 1
gem_wait:       db 20
flash:          db 0
seed:           dw 0x2a51
gems:           ds gem_count*gem_size

; Our letters, 32–95, each eight rows. What the game does not show is blank.
font:
        include "font.inc"
