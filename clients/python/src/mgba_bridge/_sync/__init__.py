"""The client on blocking sockets. All but io.py is made from the folder _async by tools/make_sync.py."""
