; Between BASIC and the analysis: BASIC's variables in, BASIC's variables out.
;
; In:  G$(1 to LenLine) "0" white, "1" black, "?" unknown; H(1 to DataNLine) lengths of the black groups.
; Out: G$ with every cell that follows; ErrLine 0, or 1 where no arrangement fits (G$ is then as it was).
;      BC, the value of USR, is the number of cells newly known. The printer buffer (23296) lists them for a
;      program that wants to touch only these: a count, then their numbers in G$, ascending.
;
; A missing ErrLine is made. Another missing variable gives report 2, a LenLine outside 1 to 62 report B, a G$ or H
; with too few elements report 3; clues that cannot be (too many, none long enough, too long for the line) are a
; contradiction. First is not needed: an empty line is quick anyway.

; ---------------------------------------------------------------------------------------------------------------
; Purpose   analyse the line that BASIC's variables describe
; In        iy and hl' as BASIC has them
; Out       bc = cells newly known
; Corrupts  af, de, hl, ix
line_entry:
        call find_variables
        call read_cells
        call read_groups
        jr c,entry_contradiction
        ld bc,stack_room
        call rom_test_room
        exx
        push hl
        exx
        call line_core
        exx
        pop hl
        exx
        jr c,entry_contradiction
        call write_cells
        xor a
        jr set_err_line
entry_contradiction:
        xor a
        ld (changed_list),a
        ld b,a
        ld c,a
        inc a

; Purpose   ErrLine = A
; In        a
; Corrupts  af, hl
set_err_line:
        ld hl,(err_line_at)
        ld (hl),0
        inc hl
        ld (hl),0
        inc hl
        ld (hl),a
        inc hl
        ld (hl),0
        inc hl
        ld (hl),0
        ret

; ---------------------------------------------------------------------------------------------------------------
; Purpose   find the variables in one walk through VARS; make ErrLine where it is missing
; Out       the five pointers: to the value of a number, to the count of dimensions of an array
; Corrupts  af, bc, de, hl
find_variables:
        xor a
        ld (err_line_at+1),a
        ld ixl,wanted_variables
        ld hl,(sysvar_vars)

; hl = first byte of a variable; sorted by kind, the kinds met most often first
walk_variable:
        ld a,(hl)
        cp kind_long_name
        jr nc,walk_long_or_above
        cp vars_end
        jr nc,walk_number_array
        cp kind_number
        jr c,walk_sized
        ld de,number_size
        add hl,de
        jr walk_variable
walk_number_array:
        jr z,walk_at_end
        ld bc,h_at
        cp kind_number_array+8
        jr z,walk_found_array
walk_sized:
        inc hl
        ld e,(hl)
        inc hl
        ld d,(hl)
        inc hl
        add hl,de
        jr walk_variable
walk_long_or_above:
        cp kind_char_array
        jr c,walk_long_name
        ld bc,g_at
        cp kind_char_array+7
        jr z,walk_found_array
        cp kind_for
        jr c,walk_sized
        ld de,for_size
        add hl,de
        jr walk_variable

; an array that is wanted: its pointer skips the length
walk_found_array:
        inc hl
        ld e,(hl)
        inc hl
        ld d,(hl)
        inc hl
        ld a,l
        ld (bc),a
        inc bc
        ld a,h
        ld (bc),a
        add hl,de
        jr walk_count_found

; a name of several letters: wanted ones start with d, l or e
walk_long_name:
        ld de,name_data_n_line+1
        ld bc,data_n_line_at
        cp kind_long_name+4
        jr z,walk_compare
        ld de,name_len_line+1
        ld bc,len_line_at
        cp kind_long_name+12
        jr z,walk_compare
        ld de,name_err_line+1
        ld bc,err_line_at
        cp kind_long_name+5
        jr nz,walk_skip_name
walk_compare:
        inc hl
        ld a,(de)
        cp (hl)
        jr nz,walk_other_name
        inc e
        inc hl
        ld a,(de)
        cp (hl)
        jr nz,walk_other_name
        inc e
        rla
        jr nc,walk_compare
        inc hl
        ld a,l
        ld (bc),a
        inc bc
        ld a,h
        ld (bc),a
        ld de,number_size-1
        add hl,de

; one more found: stop when it was the last
walk_count_found:
        dec ixl
        jp nz,walk_variable
        ret

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

; the end of VARS, and something is missing: only ErrLine may be
walk_at_end:
        ld a,(err_line_at+1)
        or a
        jr nz,walk_missing
        dec ixl
        jr nz,walk_missing
        ld bc,name_err_line_size+number_size-1
        call rom_make_room
        inc hl
        ld de,name_err_line
        ex de,hl
        ld bc,name_err_line_size
        ldir
        ld (err_line_at),de
        xor a
        jp set_err_line
walk_missing:
        rst rom_error
        db report_no_variable

