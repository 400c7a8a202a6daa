namespace Bridge.SocketPool.Commands;

/// <summary>Lists what commands allow a client to do, for programs that grant clients some of it.</summary>
public enum CommandScope
{
    /// <summary>Nothing: the bridge itself sends the command, to keep a connection alive.</summary>
    Session,

    /// <summary>Reads: memory, registers, the screen, buttons, events.</summary>
    Read,

    /// <summary>Presses buttons and controls when frames run: sequences, holds, steps.</summary>
    Input,

    /// <summary>Writes memory, registers and console lines; runs single instructions.</summary>
    Write,

    /// <summary>Saves and loads states.</summary>
    States,

    /// <summary>Changes the emulator for every client: reset, ROM, save file, speed.</summary>
    Admin,
}
