// A page of a game where nothing is entered, and nothing else needs a script.

import { guardTabs } from "./links.js";

guardTabs();
