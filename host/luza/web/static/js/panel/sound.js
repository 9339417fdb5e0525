// The panel's voice: two tones made here, and the browser's own speech where it has one for the language.

const KEY = "luza.sound";
const TONES = { ten: [[880, 0, 0.16], [1175, 0.2, 0.22]], over: [[440, 0, 0.35], [330, 0.38, 0.5]], news: [[660, 0, 0.12]] };
const LEVEL = 0.25;

let audio = null;

export function soundOn() {
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {
    return true;
  }
}

export function setSound(on) {
  try {
    localStorage.setItem(KEY, on ? "on" : "off");
  } catch {
    // then it is on again next time
  }
}

/** A browser lets a page be heard once it has been touched: called at the first tap. */
export function wakeSound() {
  try {
    audio ??= new AudioContext();
    if (audio.state === "suspended") audio.resume();
  } catch {
    // a browser without sound: what is said stands on the page
  }
}

/** `ten`, `over` or `news`: the tones, then the words. */
export function warn(app, what) {
  document.body.dataset.warned = what; // what was said last, for whoever cannot hear it
  if (!soundOn()) return;
  beep(TONES[what]);
  if (what !== "news") speak(app.lang, app.t(`clock.${what}`));
}

function beep(tones) {
  if (audio?.state !== "running") return;
  for (const [pitch, from, long] of tones) {
    const [tone, level] = [audio.createOscillator(), audio.createGain()];
    const start = audio.currentTime + from;
    tone.frequency.value = pitch;
    level.gain.setValueAtTime(0, start);
    level.gain.linearRampToValueAtTime(LEVEL, start + 0.015);
    level.gain.linearRampToValueAtTime(0, start + long);
    tone.connect(level).connect(audio.destination);
    tone.start(start);
    tone.stop(start + long + 0.02);
  }
}

function speak(lang, text) {
  const voice = globalThis.speechSynthesis?.getVoices().find((one) => one.lang.startsWith(lang));
  if (!voice) return;
  const said = new SpeechSynthesisUtterance(text);
  said.voice = voice;
  said.lang = voice.lang;
  speechSynthesis.speak(said);
}
