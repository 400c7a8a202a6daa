using System.Text.Json;
using Bridge.Api.Contract.Errors;

namespace Bridge.Api.Features.Frames;

/// <summary>Puts the responses of several hosts into the order of the request's emulators.</summary>
/// <param name="emulators">The emulators of the whole request.</param>
/// <param name="reads">The number of values of each.</param>
internal sealed class StepParts(IReadOnlyList<string> emulators, int reads)
{
    private readonly List<(int[] Places, StepPart Part)> _parts = [];

    /// <summary>Adds the response of a host.</summary>
    /// <param name="places">The indexes of its emulators in the request.</param>
    /// <param name="part">The response.</param>
    public void Add(int[] places, StepPart part) => _parts.Add((places, part));

    /// <summary>Returns the JSON of all.</summary>
    /// <exception cref="RequestException">Another host's response is not a list of results.</exception>
    public byte[] ToJson()
    {
        var results = new ReadOnlyMemory<byte>[emulators.Count];
        foreach (var (places, part) in _parts)
        {
            var given = part.Body is { } response ? ResultsOf(response, places.Length) : null;
            for (var i = 0; i < places.Length; i++)
            {
                results[places[i]] = given is not null ? given[i]
                    : JsonSerializer.SerializeToUtf8Bytes(
                        new StepManyResult(emulators[places[i]], Frame: null, Values: null, Screen: null, part.Problem),
                        FrameJson.Context.StepManyResult);
            }
        }

        using var body = new MemoryStream(results.Sum(result => result.Length + 1) + 16);
        body.Write("{\"results\":["u8);
        for (var i = 0; i < results.Length; i++)
        {
            if (i > 0)
                body.WriteByte((byte)',');
            body.Write(results[i].Span);
        }

        body.Write("]}"u8);
        return body.ToArray();
    }

    /// <summary>Returns the binary layout of all. The first picture decides the size of all.</summary>
    /// <exception cref="RequestException">Another host's response is not in the layout.</exception>
    public byte[] ToBinary()
    {
        var responses = _parts.Select(part => (part.Places, part.Part, Layout: LayoutOf(part.Part.Body, part.Places.Length))).ToArray();
        // The layout of the first host whose emulators have pictures; the default, without size and channels, if none has.
        var pictured = responses.Where(one => one.Layout.Channels > 0).OrderBy(one => one.Places[0]).FirstOrDefault().Layout;
        var layout = new StepLayout(emulators.Count, reads, pictured.Size, pictured.Channels);
        var problems = new PlacedProblem?[emulators.Count];
        foreach (var (places, part, given) in responses)
        {
            for (var i = 0; i < places.Length; i++)
            {
                if (part.Problem is { } problem)
                    problems[places[i]] = PlacedProblem.Of(emulators[places[i]], problem);
                else if (given.StatusOf(part.Body!, i) == 0 && given.Channels > 0 && given.Size != layout.Size)
                    problems[places[i]] = PlacedProblem.Of(emulators[places[i]], StepOutcome.DoesNotFit(given.Size, layout.Size));
            }

            foreach (var placed in part.Body is { } response ? ProblemsOf(given, response) : [])
            {
                var index = Array.FindIndex(places, place => emulators[place] == placed?.Emulator);
                problems[index < 0 ? throw NoLayout() : places[index]] = placed;
            }
        }

        var body = layout.NewBody(JsonSerializer.SerializeToUtf8Bytes(
            [.. problems.Where(problem => problem is not null)!], FrameJson.Context.PlacedProblemArray));
        foreach (var (places, part, given) in responses)
        {
            for (var i = 0; i < places.Length; i++)
            {
                if (problems[places[i]] is { } problem)
                    layout.WriteProblem(body, places[i], problem.Status);
                else
                    given.CopyRecord(part.Body!, i, layout, body, places[i]);
            }
        }

        return body;
    }

    private static byte[][] ResultsOf(byte[] response, int count)
    {
        try
        {
            using var body = JsonDocument.Parse(response);
            if (body.RootElement is { ValueKind: JsonValueKind.Object } root && root.TryGetProperty("results", out var results)
                && results.ValueKind == JsonValueKind.Array && results.GetArrayLength() == count)
            {
                return [.. results.EnumerateArray()
                    .Select(result => JsonSerializer.SerializeToUtf8Bytes(result, FrameJson.Context.JsonElement))];
            }
        }
        catch (JsonException)
        {
            // Refused below.
        }

        throw Malformed("has no result for each of its emulators");
    }

    private StepLayout LayoutOf(byte[]? response, int count) => response is null
        ? new StepLayout(Count: 0, reads, Size: default, Channels: 0)
        : StepLayout.Read(response) is { } layout && layout.Reads == reads && layout.Count == count ? layout
        : throw NoLayout();

    private static PlacedProblem?[] ProblemsOf(StepLayout layout, byte[] response)
    {
        try
        {
            return layout.ProblemsOf(response) ?? throw NoLayout();
        }
        catch (JsonException)
        {
            throw NoLayout();
        }
    }

    private static RequestException NoLayout() => Malformed("is not in the binary layout");

    private static RequestException Malformed(string what) =>
        new(ProblemTypes.ProtocolError, $"The response of another host of the fleet {what}.");
}
