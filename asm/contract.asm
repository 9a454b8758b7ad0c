; Between BASIC and the analysis: BASIC's variables in, BASIC's variables out.
;
; In:  G$(1 to LenLine) "0" white, "1" black, anything else unknown; H(1 to DataNLine) lengths of the black groups.
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
        call read_length
        call read_cells
        call read_groups
        jr c,entry_contradiction
        call line_core
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
        ld hl,variable_pointers
        ld de,variable_pointers+1
        ld bc,2*wanted_variables-1
        ld (hl),0
        ldir
        ld a,wanted_variables
        ld (still_wanted),a
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
        inc de
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
        ld a,(still_wanted)
        dec a
        ld (still_wanted),a
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
        ld a,(still_wanted)
        dec a
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

; Names as BASIC keeps them: the first letter carries the kind, the last bit 7.
name_data_n_line:
        db kind_long_name+4,"a","t","a","n","l","i","n","e"+0x80
name_len_line:
        db kind_long_name+12,"e","n","l","i","n","e"+0x80
name_err_line:
        db kind_long_name+5,"r","r","l","i","n","e"+0x80
name_err_line_size: equ $-name_err_line

; ---------------------------------------------------------------------------------------------------------------
; Purpose   a BASIC number as a byte
; In        hl = its five bytes
; Out       a = value, no carry; carry where it is negative or above 255
; Corrupts  f, de, hl
read_number:
        ld a,(hl)
        or a
        jr nz,read_float
        inc hl
        ld a,(hl)
        inc hl
        ld e,(hl)
        inc hl
        or (hl)
        ld a,e
        ret z
        scf
        ret

; the full form; the ROM rounds it
read_float:
        push bc
        call rom_stack_number
        call rom_fp_to_a
        pop bc
        ret c
        ret z
        scf
        ret

; Purpose   LenLine, checked against the limits and against G$
; Out       (line_length)
; Corrupts  af, de, hl
read_length:
        ld hl,(len_line_at)
        call read_number
        jr c,length_out_of_range
        dec a
        cp max_cells
        jr nc,length_out_of_range
        inc a
        ld (line_length),a
        ld hl,(g_at)

; Purpose   check that an array has one dimension of at least A elements
; In        a, hl = its count of dimensions
; Out       hl = its first element, unless a report is given
; Corrupts  de, f
check_array:
        ld d,(hl)
        dec d
        jr nz,array_too_small
        inc hl
        ld e,(hl)
        inc hl
        ld d,(hl)
        inc hl
        inc d
        dec d
        ret nz
        dec a
        cp e
        inc a
        ret c
        or a
        ret z
array_too_small:
        rst rom_error
        db report_subscript
length_out_of_range:
        rst rom_error
        db report_range

; Purpose   G$ into the buffer of cells
; Corrupts  af, bc, de, hl
read_cells:
        ld hl,(g_at)
        inc hl
        inc hl
        inc hl
        ld de,cells
        ld a,(line_length)
        ld b,a
read_cell:
        ld a,(hl)
        ld c,may_be_white
        cp "0"
        jr z,read_cell_known
        inc c
        cp "1"
        jr z,read_cell_known
        inc c
read_cell_known:
        ld a,c
        ld (de),a
        inc hl
        inc de
        djnz read_cell
        ret

; Purpose   DataNLine and H() into the buffer of groups
; Out       (group_count), groups; carry: no such line
; Corrupts  af, bc, de, hl, ix
read_groups:
        ld hl,(data_n_line_at)
        call read_number
        ret c
        cp max_groups+1
        ccf
        ret c
        ld (group_count),a
        ld hl,(h_at)
        call check_array
        ld b,a
        ; c = cells left over: line_length + 1 less each group and a cell after it
        ld a,(line_length)
        inc a
        ld c,a
        ld a,b
        or a
        ret z
        ld ix,groups
read_group:
        push hl
        call read_number
        pop hl
        ret c
        sub 1
        ret c
        inc a
        ld (ix+0),a
        inc ix
        ld e,a
        ld a,c
        sub e
        ret c
        sub 1
        ret c
        ld c,a
        ld de,number_size-1
        add hl,de
        djnz read_group
        or a
        ret

; Purpose   write newly known cells into G$ and list them
; In        cells: as analysed
; Out       bc = how many
; Corrupts  af, de, hl, ix
write_cells:
        ld ix,changed_list
        ld hl,(g_at)
        inc hl
        inc hl
        inc hl
        ld de,cells
        ld bc,1
write_cell:
        ld a,(de)
        cp unknown
        jr z,write_next
        add a,"0"-may_be_white
        cp (hl)
        jr z,write_next
        ld (hl),a
        inc ix
        ld (ix+0),c
        inc b
write_next:
        inc hl
        inc de
        inc c
        ld a,(line_length)
        cp c
        jr nc,write_cell
        ld a,b
        ld (changed_list),a
        ld c,a
        ld b,0
        ret
