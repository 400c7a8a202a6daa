namespace Bridge.SocketPool.Commands;

/// <summary>What a command lets its sender do, for programs that grant clients some of it.</summary>
public enum CommandScope
{
    /// <summary>Nothing with the game: the client sends it by itself, to keep a connection up.</summary>
    Session,

    /// <summary>Reads: memory, registers, the screen, buttons, events.</summary>
    Read,

    /// <summary>Presses buttons and decides when frames run: sequences, holds, steps.</summary>
    Input,

    /// <summary>Writes memory, registers and lines in the console; runs single instructions.</summary>
    Write,

    /// <summary>Saves and loads states.</summary>
    States,

    /// <summary>Changes the emulator for every client: reset, ROM, save file, speed.</summary>
    Admin,
}
