"""A machine of the game's own."""

from xyzgrid_ext.game.machines.machine import Machine


class Box(Machine):
    """It says more when somebody has won."""

    def at_board_won(self, player, play):
        """Somebody has won."""
        super().at_board_won(player, play)
        player.msg("The box of sand hums.")
