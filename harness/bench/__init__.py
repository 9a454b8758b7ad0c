"""What things cost: `spectrum` in T-states, which are exact; `solver` and `emulator` as ratios to what runs beside."""
