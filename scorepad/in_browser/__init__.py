"""The edition in the browser: a static folder in which the whole program runs without a server.

`make_folder` writes the folder. In the browser, `static/in_browser/engine.js` starts Python and calls `bridge`.
"""
