#!/usr/bin/python3
"""A window with one WebKitGTK view, for WebKitWebDriver. MiniBrowser would add bars and cannot be as narrow as a phone.

Prints console messages to the file WEBKIT_LOG, runs the script WEBKIT_SCRIPT in each document before the page's own, and
stores the window's data in the folder WEBKIT_DATA.
"""
import ctypes
import os
import signal
import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2

# Ends with the driver, however that ends (prctl: PR_SET_PDEATHSIG is 1).
ctypes.CDLL(None).prctl(1, signal.SIGKILL)

log = os.open(os.environ["WEBKIT_LOG"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
os.dup2(log, 1)
os.dup2(log, 2)

# An ephemeral session would print no console messages.
folder = os.environ["WEBKIT_DATA"]
data = WebKit2.WebsiteDataManager(base_data_directory=folder + "/data", base_cache_directory=folder + "/cache")
context = WebKit2.WebContext(website_data_manager=data)
context.set_automation_allowed(True)
settings = WebKit2.Settings()
settings.set_enable_write_console_messages_to_stdout(True)


def create_view(*_):
    scripts = WebKit2.UserContentManager()
    scripts.add_script(
        WebKit2.UserScript(
            os.environ["WEBKIT_SCRIPT"],
            WebKit2.UserContentInjectedFrames.TOP_FRAME,
            WebKit2.UserScriptInjectionTime.START,
            None,
            None,
        )
    )
    view = WebKit2.WebView(
        web_context=context,
        settings=settings,
        user_content_manager=scripts,
        is_controlled_by_automation=True,
    )
    window = Gtk.Window()
    window.set_decorated(False)
    window.set_default_size(1280, 900)
    window.add(view)
    window.show_all()

    def focus():
        # No window manager gives the window the keyboard.
        window.get_window().focus(0)
        view.grab_focus()
        return False

    GLib.idle_add(focus)
    window.connect("map-event", lambda *_: GLib.idle_add(focus) and False)
    return view


def start(_, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("webkit-window")
    session.set_application_info(info)
    session.connect("create-web-view", create_view)


context.connect("automation-started", start)
Gtk.main()
