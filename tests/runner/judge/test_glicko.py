import numpy as np
import pytest

from runner.judge.glicko import Glicko, Opponent, expected_score, improvement, rate, settled

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


def test_one_period_is_the_papers_step_for_everybody() -> None:
    points = np.array([[0.0, 7, 9], [3, 0, 5.5], [1, 4.5, 0]])
    games = points + points.T
    for own, rated in zip(points.sum(axis=1), settled(points, games, periods=1), strict=True):
        scores = [1.0] * int(own) + [0.5] * int(2 * (own % 1)) + [0.0] * int(20 - own)
        alone = rate(Glicko(), [Opponent(1500, 350, score) for score in scores])
        assert rated.rating == pytest.approx(alone.rating)
        assert rated.rd == pytest.approx(alone.rd)


def test_many_games_settle_where_bradley_terry_does() -> None:
    """A ladder of strengths 0, 100 and 200 Elo; one period with all the games would exaggerate it by half."""
    elo = np.array([0.0, 100, 200])
    games = 3000.0 * (1 - np.eye(3))
    points = games / (1 + 10 ** ((elo - elo[:, None]) / 400))
    leads = np.diff([one.rating for one in settled(points, games)])
    assert leads == pytest.approx([100, 100], abs=3)
    assert np.diff([one.rating for one in settled(points, games, periods=1)]).min() > 140


@pytest.mark.parametrize("points", [0.0, 1.0, 1e6])
def test_nothing_lost_or_nothing_played_is_finite(points: float) -> None:
    table = np.array([[0.0, points], [0.0, 0.0]])
    for one in settled(table, table + table.T):
        assert np.isfinite([one.rating, one.rd, one.sigma]).all()
        assert one.rd > 0
