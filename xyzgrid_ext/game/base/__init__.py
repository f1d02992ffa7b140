"""What every layer of the game uses: settings, signals, tasks, the write lock, caches."""
