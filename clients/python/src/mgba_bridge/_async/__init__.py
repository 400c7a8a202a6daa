"""The client on asyncio."""
