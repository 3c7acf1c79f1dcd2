"""Environments for learning, as gymnasium has them; they work without gymnasium too."""
from typing import Any, Callable, Dict, Optional, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .robot import Robot, Source

try:
    import gymnasium as _gymnasium  # type: ignore[import]
    from gymnasium.spaces import Box  # type: ignore[import]
    _Base: Any = _gymnasium.Env
except ImportError:
    _Base = object

    class Box:  # type: ignore[no-redef]
        """The parts of gymnasium's Box that are needed here: bounds, a shape, samples."""

        def __init__(self, low: Any, high: Any, shape: Any = None, dtype: Any = np.float64) -> None:
            self.shape = tuple(np.shape(low) if shape is None else shape)
            self.low = np.broadcast_to(np.asarray(low, dtype), self.shape).copy()
            self.high = np.broadcast_to(np.asarray(high, dtype), self.shape).copy()
            self.dtype = np.dtype(dtype)
            self._draw = np.random.default_rng()

        def seed(self, seed: Optional[int] = None) -> None:
            """Restarts the samples."""
            self._draw = np.random.default_rng(seed)

        def sample(self) -> NDArray[Any]:
            """Even within bounds, normal where there are none."""
            bounded = np.isfinite(self.low) & np.isfinite(self.high)
            even = self._draw.uniform(np.where(bounded, self.low, 0), np.where(bounded, self.high, 1))
            return np.where(bounded, even, self._draw.normal(size=self.shape)).astype(self.dtype)

        def contains(self, x: Any) -> bool:
            """Whether x could have been drawn."""
            return np.shape(x) == self.shape and bool(np.all((x >= self.low) & (x <= self.high)))

Reward = Callable[["ArmEnv", NDArray[Any]], Tuple[NDArray[Any], NDArray[Any]]]


class ArmEnv(_Base):  # type: ignore[misc]
    """Arms that reach for targets, all of them moved in one call.

    An action is a torque for each joint, from -1 to 1 of its limit. An observation is sin q and cos q of revolute joints (q of
    prismatic ones twice), qd, and the way from the hand to the target in base axes. The reward is minus that distance, less
    a thousandth of the squared action; an episode ends at the target (0.02 m) or is cut after `limit` steps. Friction, stiction
    and rotors are the robot's own. reward(env, action) may put (reward, terminated) in place of these.

    num_envs None: one arm, as gymnasium.Env. A number: arrays with a row for each, as gymnasium.vector.VectorEnv; arms whose
    episode is over start anew at once, and info["final_observation"] has their last observation.
    """

    metadata: Dict[str, Any] = {"render_modes": []}
    render_mode = None
    reward_range = (-float("inf"), float("inf"))
    spec = None

    def __init__(self, robot: Union[Robot, Source] = "panda", num_envs: Optional[int] = None, *, h: float = 0.002,
                 substeps: int = 10, limit: int = 200, reach: float = 0.02, torque: Optional[ArrayLike] = None,
                 drives: bool = True, reward: Optional[Reward] = None, threads: int = 0) -> None:
        self.robot = robot if isinstance(robot, Robot) else Robot.load(robot)
        self.robot.threads = threads
        self.single = num_envs is None
        self.num_envs = 1 if num_envs is None else num_envs
        if self.num_envs < 1:
            raise ValueError("num_envs: 1 or more was expected, not %r" % num_envs)
        self.h, self.substeps, self.limit, self.reach, self.drives = h, substeps, limit, reach, drives
        self.reward = reward
        n = self.robot.n
        effort = self.robot.effort_limit if torque is None else np.broadcast_to(np.asarray(torque, float), (n,))
        # where the robot file has no limit: three times what gravity asks for at most, seen at many postures
        held = np.abs(self.robot.gravity_torques(self._postures(np.random.default_rng(0), 256))).max(axis=0)
        self.torque = np.where(np.isfinite(effort), effort, np.maximum(3 * held, 1.0))
        self.revolute = np.array([joint["type"] == "revolute" for joint in self.robot.joints])
        high = np.full(3 * n + 3, np.inf)
        self.single_observation_space = Box(-high, high, dtype=np.float64)
        self.single_action_space = Box(-np.ones(n), np.ones(n), dtype=np.float64)
        many = (self.num_envs,)
        self.observation_space = self.single_observation_space if self.single else Box(
            -np.inf, np.inf, shape=many + high.shape, dtype=np.float64)
        self.action_space = self.single_action_space if self.single else Box(-1.0, 1.0, shape=many + (n,), dtype=np.float64)
        self.draw = np.random.default_rng()
        self.q = self.qd = self.target = np.zeros((self.num_envs, n))
        self.steps = np.zeros(self.num_envs, int)

    def _postures(self, draw: np.random.Generator, count: int) -> NDArray[Any]:
        """Postures drawn within the joints' limits; without limits, a quarter turn or 0.1 m to either side of 0."""
        lower, upper = self.robot.lower, self.robot.upper
        plain = np.array([np.pi / 2 if joint["type"] == "revolute" else 0.1 for joint in self.robot.joints])
        lower, upper = np.where(np.isfinite(lower), lower, -plain), np.where(np.isfinite(upper), upper, plain)
        return draw.uniform(lower, upper, (count, self.robot.n))

    def _begin(self, which: NDArray[Any]) -> None:
        count = int(which.sum())
        self.q[which] = self._postures(self.draw, count)
        self.qd[which] = 0
        self.target[which] = self.robot.hand_pose(self._postures(self.draw, count))[:, :3, 3]
        self.steps[which] = 0

    def _observe(self) -> NDArray[Any]:
        first = np.where(self.revolute, np.sin(self.q), self.q)
        second = np.where(self.revolute, np.cos(self.q), self.q)
        return np.concatenate([first, second, self.qd, self.target - self.hand()], axis=1)

    def hand(self) -> NDArray[Any]:
        """Where the hands are, (num_envs, 3)."""
        return self.robot.hand_pose(self.q)[:, :3, 3]

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> Tuple[NDArray[Any], Dict[str, Any]]:
        """(observation, info) of new episodes; the same seed draws the same. options: {"q": start, "target": position}."""
        if seed is not None:
            self.draw = np.random.default_rng(seed)
        n = self.robot.n
        self.q, self.qd = np.zeros((self.num_envs, n)), np.zeros((self.num_envs, n))
        self.target, self.steps = np.zeros((self.num_envs, 3)), np.zeros(self.num_envs, int)
        self._begin(np.ones(self.num_envs, bool))
        for name, value in (options or {}).items():
            if name not in ("q", "target"):
                raise ValueError("options: q and target were expected, not %r" % name)
            getattr(self, name)[:] = value
        observation = self._observe()
        return (observation[0] if self.single else observation), {}

    def _judge(self, action: NDArray[Any]) -> Tuple[NDArray[Any], NDArray[Any]]:
        distance = np.linalg.norm(self.target - self.hand(), axis=1)
        return -distance - 1e-3 * (action ** 2).sum(axis=1), distance < self.reach

    def step(self, action: ArrayLike) -> Tuple[Any, Any, Any, Any, Dict[str, Any]]:
        """(observation, reward, terminated, truncated, info) after the torques of `action` were held for substeps · h."""
        given = np.asarray(action, float).reshape(self.num_envs, self.robot.n)
        if not np.isfinite(given).all():
            raise ValueError("action: finite numbers were expected")
        bounded = np.clip(given, -1, 1)
        self.q, self.qd = self.robot.rollout(self.q, self.qd, bounded * self.torque, step=self.h, steps=self.substeps,
                                             integrator="semi-implicit", drives=self.drives)
        self.steps += 1
        lost = ~np.isfinite(self.q).all(axis=1)  # an arm that cannot go on: its episode is cut
        self.q[lost] = self.qd[lost] = 0
        reward, terminated = (self.reward or _plain)(self, bounded)
        truncated = (self.steps >= self.limit) | lost
        observation = self._observe()
        info: Dict[str, Any] = {}
        if self.single:
            return observation[0], float(reward[0]), bool(terminated[0]), bool(truncated[0]), info
        over = np.asarray(terminated) | truncated
        if over.any():
            info["final_observation"], info["_final_observation"] = observation.copy(), over
            self._begin(over)
            observation = self._observe()
        return observation, np.asarray(reward, float), np.asarray(terminated, bool), truncated, info

    def render(self) -> None:
        """Does nothing: there is no drawing."""

    def close(self) -> None:
        """Does nothing: there is nothing to close."""


def _plain(env: ArmEnv, action: NDArray[Any]) -> Tuple[NDArray[Any], NDArray[Any]]:
    return env._judge(action)
