namespace Bridge.EndToEnd.Tests.Safety.Limits;

/// <summary>The limits of notebooks.</summary>
internal static class NotebookLimits
{
    private const string Path = $"{LimitProbe.Emulator}/notebook";

    public static IReadOnlyDictionary<string, Func<LimitProbe, Task>> Probes { get; } = new Dictionary<string, Func<LimitProbe, Task>>
    {
        ["notes of a notebook"] = NotesAsync,
        ["names of a notebook"] = NamesAsync,
        ["bytes of a notebook"] = BytesAsync,
        ["letters of a note in a notebook"] = probe =>
            SetAsync(probe, n => $$"""{"notes": [{"text": "{{new string('x', (int)n)}}"}]}"""),
        ["letters of a name in a notebook"] = probe =>
            SetAsync(probe, n => $$"""{"names": {"{{new string('x', (int)n)}}": {"address": "1"} } }"""),
    };

    private static async Task SetAsync(LimitProbe probe, Func<long, string> notebook)
    {
        await probe.RequestAsync("PUT", _ => Path, notebook);
        await probe.TakesAsync("DELETE", Path);
    }

    // All but one at once, then the last one and one too many.
    private static async Task NotesAsync(LimitProbe probe)
    {
        const string One = """{"text": "a"}""";
        await probe.TakesAsync("PUT", Path, $$"""{"notes": [{{LimitProbe.List(probe.Max - 1, One)}}]}""");
        await probe.TakesAsync("POST", $"{Path}/notes", One);
        await probe.RefusesAsync("POST", $"{Path}/notes", One);
        await probe.RefusesAsync("PUT", Path, $$"""{"notes": [{{LimitProbe.List(probe.Max + 1, One)}}]}""");
        await probe.TakesAsync("DELETE", Path);
    }

    private static async Task NamesAsync(LimitProbe probe)
    {
        const string One = """{"address": "1"}""";
        await probe.TakesAsync("PUT", Path, $$"""{"names": { {{Names(probe.Max - 1)}} } }""");
        await probe.TakesAsync("PUT", $"{Path}/names/last", One);
        await probe.TakesAsync("PUT", $"{Path}/names/last", One);
        await probe.RefusesAsync("PUT", $"{Path}/names/more", One);
        await probe.RefusesAsync("PUT", Path, $$"""{"names": { {{Names(probe.Max + 1)}} } }""");
        await probe.TakesAsync("DELETE", Path);
    }

    // Fills the notebook to the byte with notes that are as long as possible; the last two share what is left.
    private static Task BytesAsync(LimitProbe probe)
    {
        // Bytes of a note with its comma: its letters have three bytes each, and are fewer than the 600 that it may have.
        const int Longest = 1730;
        const string Rest = """{"notes":[],"names":{}}""";
        return SetAsync(probe, bytes =>
        {
            var notes = new List<string>();
            // The last note has no comma.
            var left = bytes - Rest.Length + 1;
            for (var i = 0; left > 0; i++)
            {
                var begin = $"{{\"id\":{1000 + i},\"text\":\"";
                const string End = "\",\"time\":\"2026-01-02T03:04:05+00:00\",\"frame\":1}";
                var size = left > 2 * Longest ? Longest : left > Longest ? left / 2 : left;
                var text = size - begin.Length - End.Length - 1;
                notes.Add(begin + new string('漢', (int)(text / 3)) + new string('x', (int)(text % 3)) + End);
                left -= size;
            }

            return $$"""{"notes":[{{string.Join(',', notes)}}],"names":{} }""";
        });
    }

    private static string Names(long count) =>
        string.Join(',', Enumerable.Range(0, (int)count).Select(i => $$""" "n{{i}}": {"address": "{{i}}"} """));
}
