const { createMachine } = require("xstate");

const shared = Object.freeze({ EJECT: "empty", VOLUME: { actions: "changeVolume" } });
const volume = ["showVolume", "changeVolume"];
const playing = { entry: "startMotor", exit: "stopMotor", on: { ...shared, PAUSE: "paused" } };

module.exports.musicPlayer = createMachine({
  id: "musicPlayer",
  initial: "empty",
  states: {
    empty: { on: { INSERT: "playing" } },
    playing,
    paused: { on: { ...shared, VOLUME: { actions: [...volume, function beep() {}] }, PLAY: "playing" } },
  },
});
