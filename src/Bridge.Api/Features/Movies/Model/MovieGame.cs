namespace Bridge.Api.Features.Movies.Model;

/// <summary>The game for which a movie is made, and what runs it.</summary>
/// <param name="Bridge">The version of the bridge.</param>
/// <param name="Mgba">The version of mGBA.</param>
/// <param name="Platform">GBA or GB.</param>
/// <param name="Crc32">The CRC-32 of the ROM after patches: eight hexadecimal digits.</param>
/// <param name="Model">The console, like CGB; null: unknown.</param>
/// <param name="Title">The title in the ROM.</param>
/// <param name="Code">The four letters of the game.</param>
/// <param name="Rom">The name of the ROM's file; null: unknown.</param>
internal sealed record MovieGame(
    string Bridge, string Mgba, string Platform, string Crc32, string? Model, string? Title, string? Code, string? Rom)
{
    /// <summary>Gets whether the game sees opposing directions that are pressed together.</summary>
    public bool SeesOpposing { get; init; } = true;

    /// <summary>Returns the header of a movie of this game. Created emulators have no BIOS, and mGBA's own settings.</summary>
    public MovieHeader NewHeader(string source, int frames, MovieClock clock, params IReadOnlyList<string> notes) => new(
        MovieLimits.Format, Bridge, Mgba, Platform, Crc32, MovieHeader.Power, frames, clock, MovieHeader.RemovesIdleLoops,
        SeesOpposing, source, notes, Model, Title, Code, Rom);

    /// <summary>Returns a sentence that says why a movie is of another game; null: it is of this one.</summary>
    public string? FindOtherGame(MovieHeader header)
    {
        if (header.Platform != Platform)
            return $"The movie is for the {header.Platform}; this game is for the {Platform}.";
        return header.Crc32.Equals(Crc32, StringComparison.OrdinalIgnoreCase) ? null
            : $"The movie is of a ROM with the CRC-32 {header.Crc32}; this game's is {Crc32}, with its patch if it has one.";
    }

    /// <summary>Returns a sentence that says why a movie was made with another machine; null: it was made with one like this.</summary>
    public string? FindOtherMachine(MovieHeader header)
    {
        if (header.Model is { } model && Model is not null && model != Model)
            return $"The movie was made on the model {model}; this game runs on {Model}.";
        if (header.OpposingDirections != SeesOpposing)
        {
            return header.OpposingDirections
                ? "The movie's game saw opposing directions; this emulator hides them (Bridge:OnDemand:OpposingDirections)."
                : "The movie's game didn't see opposing directions; this emulator shows them (Bridge:OnDemand:OpposingDirections).";
        }

        return header.Mgba == Mgba ? null : $"The movie was made with mGBA {header.Mgba}; this emulator has {Mgba}.";
    }
}
