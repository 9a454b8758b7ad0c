// @ts-check
/** The worker's own script; another page's may serve a `Runner` of its own, with more to ask for. */

import { Runner, serve } from "./runner.js";

serve(Runner);
