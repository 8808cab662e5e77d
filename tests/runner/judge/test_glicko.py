import pytest

from runner.judge.glicko import Glicko, Opponent, expected_score, improvement, rate

PAPER = (Opponent(1400, 30, 1), Opponent(1550, 100, 0), Opponent(1700, 300, 0))


def test_the_papers_example() -> None:
    player = Glicko(1500, 200, 0.06)
    v, delta = improvement(player, PAPER)
    assert round(v, 7) == 1.7789771
    assert round(delta, 7) == -0.4839333
    rated = rate(player, PAPER)
    assert round(rated.rating, 6) == 1464.050671
    assert round(rated.rd, 6) == 151.516524
    assert round(rated.sigma, 10) == 0.0599959844


@pytest.mark.parametrize(("score", "rating"), [(1.0, 1672.820), (0.5, 1500.0), (0.0, 1327.180)])
def test_one_game_of_a_new_player(score: float, rating: float) -> None:
    rated = rate(Glicko(), [Opponent(1500, 200, score)])
    assert round(rated.rating, 3) == rating
    assert round(rated.rd, 3) == 266.680


def test_eight_decisions_as_one_period_and_one_by_one() -> None:
    games = [Opponent(1500, 200, score) for score in (1, 1, 0.5, 0.5, 1, 0, 1, 0.5)]
    together = rate(Glicko(), games)
    assert round(together.rating, 3) == 1631.598
    assert round(together.rd, 3) == 134.356
    assert round(together.sigma, 7) == 0.0599976
    player = Glicko()
    for game in games:
        player = rate(player, [game])
    assert round(player.rating, 3) == 1632.233
    assert round(player.rd, 3) == 144.582


def test_an_idle_period_widens_the_deviation() -> None:
    idle = rate(Glicko(1500, 200), [])
    assert round(idle.rd, 4) == 200.2714
    assert (idle.rating, idle.sigma) == (1500, 0.06)


def test_a_stunning_result_raises_the_volatility() -> None:
    upset = rate(Glicko(1500, 30), [Opponent(2300, 30, 1)] * 5)
    assert upset.sigma > 0.06
    assert upset.rating > 1500


def test_expected_score_of_equals_is_one_half() -> None:
    assert expected_score(Glicko(1500, 80), Opponent(1500, 250, 0)) == 0.5
