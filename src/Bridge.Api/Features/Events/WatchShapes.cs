using System.Text.Json.Serialization;
using Bridge.Api.Contract.Json;
using Bridge.Api.Contract.Parsing;

namespace Bridge.Api.Features.Events;

/// <summary>
/// A watch and its latest reading: a value, bytes as hexadecimal digits, or whether an achievement's conditions hold (1) or not (0), which
/// has no address. Value, bytes and address are missing while a pointer in its chain is invalid. Temporary is present only if it is true.
/// Symbol is the nearest name of the address, if the game has symbols.
/// </summary>
internal sealed record WatchDescription(
    int Id,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Name,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] WatchedAddress? Address,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Achievement,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Type,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? Value,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] int? Length,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull), JsonConverter(typeof(HexBytes))] ReadOnlyMemory<byte>? Hex,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Domain,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Chain,
    int IntervalFrames,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] bool? Temporary,
    long Frame,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Symbol)
{
    public static WatchDescription Of(Watch watch, GameNames? symbols)
    {
        var (place, reading) = (watch.Probe.Place, watch.Probe.Reading);
        var isRange = watch.Probe.IsOfRange;
        WatchedAddress? address = place.Achievement is null ? new WatchedAddress(watch.AddressOf(reading)) : null;
        return new WatchDescription(watch.Id, watch.Name, address, place.Achievement, place.Type, isRange ? null : reading.Value,
            isRange ? place.Length : null, isRange && reading.Value is not null ? reading.Bytes : (ReadOnlyMemory<byte>?)null, place.Domain,
            place.Address.Chain is null ? null : watch.Address, place.Interval, watch.IsTemporary ? true : null, reading.Frame,
            watch.Probe.NameOf(reading, symbols));
    }
}

/// <summary>The watches of an emulator, oldest first.</summary>
internal sealed record WatchList(IReadOnlyList<WatchDescription> Watches);

/// <summary>
/// The watch to set: a value of a type, a number of bytes, or an achievement. intervalFrames defaults to 1, temporary to false.
/// </summary>
internal sealed record NewWatch(
    string? Address = null, string? Type = null, int? Length = null, string? Domain = null, int? IntervalFrames = null, string? Name = null,
    bool? Temporary = null, string? Achievement = null);

/// <summary>The watches of an imported list, in its order, and the lines that can't be watched.</summary>
internal sealed record ImportedWatches(IReadOnlyList<WatchDescription> Watches, IReadOnlyList<SkippedLine> Skipped);

/// <summary>A line of an imported list that can't be watched: its number, from 1, and why.</summary>
internal sealed record SkippedLine(int Line, string Reason);
