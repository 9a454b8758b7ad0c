; Between BASIC and the analysis: BASIC's variables in, BASIC's variables out.
;
; In:  G$(1 to LenLine) "0" white, "1" black, "?" unknown; H(1 to DataNLine) lengths of the black groups.
; Out: G$ with every cell that follows; ErrLine 0, or 1 where no arrangement fits (G$ is then as it was).
;      BC, the value of USR, is the number of cells newly known. A list of their numbers in G$, ascending, is where
;      the word at changed_at says, for a program that wants to touch only these; changed_count holds BC's low byte.
;
; A missing ErrLine is made. Another missing variable gives report 2, a LenLine outside 1 to 62 report B, a G$ or H
; with too few elements report 3; clues that cannot be (too many, none long enough, too long for the line) are a
; contradiction. Report 4 where the work page (buffers.inc) is not free. First is not needed: an empty line is quick
; anyway.
;
; While groups and cells are read, the stack pointer walks through H and G$ and interrupts wait: some 90 T a group
; and at most 45 T a cell; far more only where the groups are floating-point numbers.

; ---------------------------------------------------------------------------------------------------------------
; Purpose   analyse the line that BASIC's variables describe
; In        iy and hl' as BASIC has them
; Out       bc = cells newly known
; Corrupts  af, de, hl, ix, the alternate registers but hl'
; Cost      3,000 to 17,000 T more than line_core, read_number; the most where numbers are floating
; Used by   BASIC
line_entry:
        ; the walk has not met ErrLine: its page is 0 until then
        xor a
        ld (err_line_at+1),a
        ld b,wanted_variables
        ld hl,(sysvar_vars)

; One walk through VARS finds the variables and reads the numbers: 65 T a number with one letter, about 210 T and
; 27 T a letter one that is wanted.
; hl = first byte of a variable, b = variables still to find
walk_variable:
        ; the kind's three bits leave a from the left, one by one: what is common comes first
        ld a,(hl)
        add a,a
        jr c,walk_array_or_long
        ; a number with one letter, the most frequent of all, in the fewest steps
        cp 2*kind_number-256*(2*kind_number/256)
        jr c,walk_sized
        ld de,number_size
        add hl,de
        jr walk_variable
walk_sized:
        ; a text or an array: its size tells where the next variable is
        inc hl
        ld e,(hl)
        inc hl
        ld d,(hl)
        inc hl
        add hl,de
        jr walk_variable
walk_array_or_long:
        ; arrays of texts and FOR have the next bit set, long names the one after it
        jp m,walk_chars_or_for
        add a,a
        jp m,walk_long_name
        jp z,walk_at_end
        ; H, the groups' lengths: note where its dimensions are counted
        cp 4*8                          ; H
        jr nz,walk_sized
        inc hl
        ld e,(hl)
        inc hl
        ld d,(hl)
        inc hl
        ld (h_at),hl
walk_found_array:
        add hl,de
        djnz walk_variable
        jp analyse_variables
walk_chars_or_for:
        ; a FOR is passed over; of the arrays of characters one is G$
        add a,a
        jp m,walk_for
        ; G$, the cells: likewise
        cp 4*7                          ; G
        jr nz,walk_sized
        inc hl
        ld e,(hl)
        inc hl
        ld d,(hl)
        inc hl
        ld (g_at),hl
        jr walk_found_array
walk_for:
        ld de,for_size
        add hl,de
        jr walk_variable

; a = 4 * letter + 128
walk_long_name:
        ; by the first letter it can be one name alone; the others of its letters have to agree
        cp 4*4+128                      ; DataNLine
        jr z,walk_data
        cp 4*12+128                     ; LenLine
        jr z,walk_len
        cp 4*5+128                      ; ErrLine
        jr nz,walk_skip_name
        ld c,0x40                       ; bit 6 says so; c is where a number goes, else
        inc hl
        ld a,(hl)
        cp "r"
        jr nz,walk_other_name
        inc hl
        cp (hl)
        jr nz,walk_other_name
        jr walk_line
walk_data:
        ; the value of DataNLine is the number of groups: it goes straight to where the core wants it
        ld c,group_count-256*line_page
        inc hl
        ld a,(hl)
        cp "a"
        jr nz,walk_other_name
        inc hl
        ld a,(hl)
        cp "t"
        jr nz,walk_other_name
        inc hl
        ld a,(hl)
        cp "a"
        jr nz,walk_other_name
        jr walk_n_line
walk_len:
        ; LenLine likewise
        ld c,line_length-256*line_page
        inc hl
        ld a,(hl)
        cp "e"
        jr nz,walk_other_name
walk_n_line:
        inc hl
        ld a,(hl)
        cp "n"
        jr nz,walk_other_name
walk_line:
        ; all three names end so
        inc hl
        ld a,(hl)
        cp "l"
        jr nz,walk_other_name
        inc hl
        ld a,(hl)
        cp "i"
        jr nz,walk_other_name
        inc hl
        ld a,(hl)
        cp "n"
        jr nz,walk_other_name
        ; the last letter has bit 7 set
        inc hl
        ld a,(hl)
        cp "e"+0x80
        jr nz,walk_other_name
        inc hl
        ; the value
        bit 6,c
        jr nz,walk_err_line
        ; a small whole number is 0, 0, value, 0, 0: all others go through the ROM's calculator
        ld d,line_page
        ld a,(hl)
        inc hl
        or (hl)
        inc hl
        ld e,(hl)
        inc hl
        or (hl)
        jr nz,walk_unusual_number
        ; so it is; hl goes to the next variable
        ld a,e
        inc hl
        inc hl
walk_value:
        ; the buffer has it; five variables found end the walk, wherever VARS ends
        ld e,c
        ld (de),a
        dec b
        jp nz,walk_variable
        jp analyse_variables

walk_unusual_number:
        ; back to the first of the five bytes
        dec hl
        dec hl
        dec hl
        push bc
        call read_number
        pop bc
        ld d,line_page
        jr walk_value
walk_err_line:
        ; only its place is wanted: the answer comes at the end
        ld (err_line_at),hl
        ld de,number_size-1
        jp walk_found_array

; skip the rest of a name, then its number; bit 7 marks the last letter
walk_other_name:
        dec hl
walk_skip_name:
        ld a,0x7f
walk_skip_letter:
        inc hl
        cp (hl)
        jr nc,walk_skip_letter
        ld de,number_size
        add hl,de
        jp walk_variable

; as BASIC keeps it: the first letter carries the kind, the last bit 7
name_err_line:
        db kind_long_name+5,"r","r","l","i","n","e"+0x80
name_err_line_size: equ $-name_err_line

; Purpose   check that an array has one dimension of at least C elements
; In        b = 0, c, hl = its count of dimensions
; Out       hl = its first element, unless a report is given
; Corrupts  af
; Cost      69 T
; Used by   analyse_variables
check_array:
        ; one dimension, then its size in two bytes
        ld a,(hl)
        dec a
        jr nz,array_too_small
        inc hl
        ld a,(hl)
        inc hl
        ; large enough?
        sub c
        ld a,(hl)
        sbc a,b
        inc hl
        ret nc
array_too_small:
        rst rom_error
        db report_subscript

; Purpose   report B
; In        nothing
; Out       to BASIC
; Corrupts  does not come back
; Cost      none
; Used by   analyse_variables
length_out_of_range:
        rst rom_error
        db report_range
