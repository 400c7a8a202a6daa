using System.Diagnostics;
using Bridge.Api.Features.Frames;
using Bridge.Api.Features.Screen;

namespace Bridge.Api.Tests.Features.Frames;

/// <summary>The binary response has the layout of docs/step-layout.md.</summary>
public sealed class StepLayoutTests
{
    [Fact]
    public void Every_field_is_in_its_place()
    {
        var layout = new StepLayout(Count: 2, Reads: 1, new PictureSize(3, 2), Channels: 1);
        var body = layout.NewBody("[1]"u8);
        layout.WriteProblem(body, index: 1, status: 409);

        // The head, two records (status and frame, a read, a picture of 3 x 2 gray pixels), and the JSON.
        Assert.Equal(32 + 2 * (16 + 8 + 6) + 3, body.Length);
        Assert.Equal(
            "53544550" + "01000000" + "02000000" + "01000000" + "03000000" + "02000000" + "01000000" + "03000000"
            + new string('0', 2 * 30) + "99010000" + "00000000" + "FFFFFFFFFFFFFFFF" + new string('0', 2 * 14) + "5B315D",
            Convert.ToHexString(body));
    }

    [Fact]
    public void Without_reads_and_pictures_a_record_is_status_and_frame()
    {
        var body = StepLayout.Of(count: 3, reads: 0, form: null, game: null).NewBody("[]"u8);
        Assert.Equal(32 + 3 * 16 + 2, body.Length);
        Assert.All(body[16..28], value => Assert.Equal(0, value));
    }

    [Fact]
    public async Task Plain_Python_reads_it()
    {
        var layout = new StepLayout(Count: 2, Reads: 2, new PictureSize(2, 2), Channels: 3);
        var body = layout.NewBody("[{\"emulator\":\"b\"}]"u8);
        layout.WriteProblem(body, index: 1, status: 503);
        const string Script = """
            import json, struct, sys
            body = sys.stdin.buffer.read()
            magic, version, count, reads, width, height, channels, problems = struct.unpack_from("<4s7I", body)
            record = struct.Struct("<I4xq%dq%ds" % (reads, width * height * channels))
            rows = list(record.iter_unpack(body[32:32 + count * record.size]))
            print(magic.decode(), version, count, reads, width, height, channels, problems)
            print([row[:-1] for row in rows], len(rows[0][-1]))
            print(json.loads(body[32 + count * record.size:]))
            """;
        var python = await FinishedProcess.RunAsync(new ProcessStartInfo("python3", ["-c", Script]), body);
        Assert.Equal("STEP 1 2 2 2 2 3 18\n[(0, 0, 0, 0), (503, -1, 0, 0)] 12\n[{'emulator': 'b'}]\n", python.All);
    }
}
