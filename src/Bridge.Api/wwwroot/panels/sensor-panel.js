import { Latest } from "../play/latest.js";
import { codeButton } from "../ui/code-button.js";
import { attempt } from "../ui/notice.js";

/** Sliders for the tilt of the console and the light on the cartridge, each only for a cartridge that measures it. */
export function showSensors(parts, { bridge, actions, live, status, signal }) {
  const set = change => attempt(() => bridge.run(actions.setSensors(change)));
  const [tilting, lighting] = [new Latest(set), new Latest(set)];
  const tilt = () => ({ tilt: { x: Number(parts.tiltX.value), y: Number(parts.tiltY.value) } });
  const light = () => ({ light: Number(parts.light.value) });
  const change = () => (parts.tiltChoice.hidden ? light() : tilt());

  for (const slider of [parts.tiltX, parts.tiltY]) slider.addEventListener("input", () => tilting.want(tilt()));
  parts.light.addEventListener("input", () => lighting.want(light()));
  parts.level.addEventListener("click", () => {
    parts.tiltX.value = parts.tiltY.value = 0;
    tilting.want(tilt());
  });
  parts.sensorTools.append(codeButton(() => actions.setSensors(change()), "set the sensors"));
  live.on("open rewound gap", refresh);
  status.onGameChange(refresh);

  async function refresh() {
    const can = status.latest?.script?.capabilities.includes("sensors") ?? false;
    if (!can || !status.isPlaying) return show({ tilt: null, light: null });
    try {
      show(await bridge.run(actions.sensors(), { signal, isPoll: true }));
    } catch (error) {
      if (!error.problem && error.name !== "AbortError") throw error;
    }
  }

  function show(sensors) {
    parts.tiltChoice.hidden = sensors.tilt === null;
    parts.lightChoice.hidden = sensors.light === null;
    parts.sensors.hidden = parts.tiltChoice.hidden && parts.lightChoice.hidden;
    if (sensors.tilt) [parts.tiltX.value, parts.tiltY.value] = [sensors.tilt.x, sensors.tilt.y];
    if (sensors.light !== null) parts.light.value = sensors.light;
  }
}
