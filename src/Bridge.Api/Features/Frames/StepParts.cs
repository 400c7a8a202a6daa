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
    public byte[] ToJson()
    {
        var results = new ReadOnlyMemory<byte>[emulators.Count];
        foreach (var (places, part) in _parts)
        {
            using var response = part.Body is null ? null : JsonDocument.Parse(part.Body);
            var list = response?.RootElement.GetProperty("results");
            for (var i = 0; i < places.Length; i++)
            {
                results[places[i]] = list is { } given
                    ? JsonSerializer.SerializeToUtf8Bytes(given[i], FrameJson.Context.JsonElement)
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
        var responses = _parts.Select(part => (part.Places, part.Part, Layout: LayoutOf(part.Part.Body))).ToArray();
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

            foreach (var placed in part.Body is { } response ? given.ProblemsOf(response) : [])
                problems[places[Array.FindIndex(places, place => emulators[place] == placed.Emulator)]] = placed;
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

    private StepLayout LayoutOf(byte[]? response) => response is null ? new StepLayout(Count: 0, reads, Size: default, Channels: 0)
        : StepLayout.Read(response) is { } layout && layout.Reads == reads ? layout
        : throw new RequestException(ProblemTypes.ProtocolError, "The response of another host of the fleet is not in the binary layout.");
}
