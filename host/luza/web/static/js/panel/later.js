// Sheets that are seldom needed are fetched when they are: the first load stays light.

import { openLater } from "./bits.js";

const START = () => import("./start.js");
const MANAGER = () => import("./manager.js");

export const openStart = (app) => openLater(app, START, ({ openStart: open }) => open(app));
export const openSetup = (app) => openLater(app, () => import("./setup.js"), ({ openSetup: open }) => open(app));
export const openNominate = (app) => openLater(app, () => import("./nominate.js"), ({ openNominate: open }) => open(app));
export const openRules = (app) => openLater(app, () => import("./rules.js"), ({ openRules: open }) => open(app));
export const openWhy = (app, n) => openLater(app, () => import("./whysheet.js"), ({ openWhy: open }) => open(app, n));
export const openPairing = (app) => openLater(app, MANAGER, ({ openPairing: open }) => open(app));
export const openNewKey = (app) => openLater(app, MANAGER, ({ openNewKey: open }) => open(app));
