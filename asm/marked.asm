; A marked row or column, analysed where the loop of BASIC stands: its clue goes from b() or d() into h(), and the line
; analysis does the rest. So BASIC neither copies a clue nor looks for line 2190, far behind the loop.

; ROM routines
rom_line_address:   equ 0x196e          ; HL = the BASIC line with the number HL; z if there is one, BC = the number
rom_is_line:        equ 0x1980          ; z if the BASIC line at HL has the number BC
rom_no_variable:    equ 0x1c2e          ; report 2

line_analysis:      equ 62976

; letters of the variables, in their first byte
letter_b:           equ 2
letter_d:           equ 4
letter_h:           equ 8
letter_x:           equ 24
letter_y:           equ 25

; lines of BASIC
line_call:          equ 2195            ; calls the analysis

; ---------------------------------------------------------------------------------------------------------------
; Purpose   analyse row y, column x, unless the BASIC line that calls the analysis has been taken out:
;           IF USR marked_row THEN ..., what does it in BASIC
; In        y, x variables of FOR; all that the analysis wants but h()
; Out       bc = 0: it is done; or line_call: BASIC has to. h() holds the clue
; Corrupts  af, de, hl, ix, the alternate registers but hl'
; Cost      about 9,600 T more than line_entry; most of it for the variables
; Used by   BASIC
marked_row:
        ld bc,256*(kind_for+letter_y)+kind_number_array+letter_b
        ld e,row_stride
        jr marked_line
marked_column:
        ld bc,256*(kind_for+letter_x)+kind_number_array+letter_d
        ld e,column_stride
; b = first byte of the line's number, c = of the array; e = bytes of a line there
marked_line:
        push de
        call find_variable
        ld c,b
        push hl
        call find_variable
        ; its number is small: the third of the five bytes is the value
        inc hl
        inc hl
        inc hl
        ld b,(hl)
        pop hl
        pop de
        ld d,0
        jr marked_counted
marked_further:
        add hl,de
marked_counted:
        djnz marked_further
        ; behind the name a length, how many dimensions, their sizes; h() has one
        ld e,8
        add hl,de
        push hl
        ld c,kind_number_array+letter_h
        call find_variable
        ld de,6
        add hl,de
        ex de,hl
        pop hl
        ; all 31 lengths into h(): more of them than a column has do no harm
        ld bc,row_stride
        ldir
        ; is line 2195 still where it was at the last call? If not, look for it anew
        ld bc,line_call
        ld hl,0
line_call_at:       equ $-2             ; where it was last
        call rom_is_line
        jr z,marked_by_code
        ld h,b
        ld l,c
        call rom_line_address
        ld (line_call_at),hl
        ret nz
marked_by_code:
        call line_analysis
        ld bc,0
        ret

; Purpose   find a variable with a name of one letter
; In        c = its first byte
; Out       hl; report 2 where there is none, as after BREAK, CLEAR and CONTINUE
; Corrupts  af, de
; Cost      38 T, 234 to 404 T a variable passed over
; Used by   marked_line
find_variable:
        ld hl,(sysvar_vars)
find_next:
        ld a,(hl)
        cp c
        ret z
        add a,a                         ; vars_end alone becomes 0
        jp z,rom_no_variable
find_skip:
        push bc
        call rom_next_variable
        pop bc
        ex de,hl
        jr find_next
