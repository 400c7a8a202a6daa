using System.Diagnostics;
using System.Runtime.Versioning;
using Bridge.Api.Features.OnDemand;
using HostProgram = Bridge.Api.Features.OnDemand.HostProgram;

namespace Bridge.Api.Tests.Features.OnDemand;

/// <summary>The process of an emulator that another bridge started, whose id may be another process's by now.</summary>
[SupportedOSPlatform("linux")]
public sealed class HostProcessTests
{
    private const string Secret = "secret";

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_signal_does_not_reach_the_next_process_with_the_id(bool byHandle)
    {
        Assert.SkipWhen(ReusedId.Missing is not null, ReusedId.Missing ?? "");
        await ReusedId.TestAsync(first => Open(first.Id), async (handle, next) =>
        {
            Assert.False(handle.IsRunning);

            handle.Send(ProcessSignal.Terminate);

            Assert.False(handle.IsRunning);
            Assert.True(await ReusedId.RepeatsAsync(next));
            using var own = Open(next.Id);
            own.Send(ProcessSignal.Terminate);
            Assert.False(await ReusedId.RepeatsAsync(next));
            await next.WaitForExitAsync();
        });

        ProcessHandle Open(int id)
        {
            var handle = byHandle ? ProcessHandle.Open(id) : ProcessHandle.OpenByStart(id);
            Assert.True(handle.IsRunning);
            return handle;
        }
    }

    [Fact]
    public async Task Ending_an_emulator_does_not_end_the_next_process_with_its_id()
    {
        Assert.SkipWhen(ReusedId.Missing is not null, ReusedId.Missing ?? "");
        var time = new FakeTime();
        await ReusedId.TestAsync(
            first => HostProcess.Find(first.Id, ReusedId.StartOf(first.Id), Secret, "/", time)!,
            async (host, next) =>
            {
                var end = host.EndAsync();
                time.Advance(TimeSpan.FromSeconds(2));
                await end.WaitAsync(Eventually.Patience);

                Assert.True(await ReusedId.RepeatsAsync(next));
                next.Kill();
            });
    }

    [Fact]
    public async Task Only_the_process_of_the_record_is_found()
    {
        using var process = ReusedId.StartCat();
        var startedAt = ReusedId.StartOf(process.Id);

        Assert.Null(HostProcess.Find(process.Id, startedAt - 1, Secret, "/", TimeProvider.System));
        Assert.Null(HostProcess.Find(process.Id, 0, Secret, "/", TimeProvider.System));
        Assert.Null(HostProcess.Find(-1, 0, Secret, "/", TimeProvider.System));
        Assert.True(await ReusedId.RepeatsAsync(process));
        using var found = HostProcess.Find(process.Id, startedAt, Secret, "/", TimeProvider.System)!;
        await found.EndAsync().WaitAsync(Eventually.Patience);
        Assert.True(found.Ended.IsCompletedSuccessfully);
        Assert.False(await ReusedId.RepeatsAsync(process));
        Assert.Null(HostProcess.Find(found.Id, startedAt, Secret, "/", TimeProvider.System));
    }

    [Theory]
    [InlineData("echo begins; exec sleep 600", 0)]
    [InlineData("trap '' TERM; echo begins; while :; do sleep 0.01; done", 2)]
    public async Task An_emulator_that_does_not_end_within_two_seconds_is_killed(string program, int seconds)
    {
        var time = new FakeTime();
        using var host = new HostProcess(Start(program), Secret, "/", time);

        var end = host.EndAsync();
        if (seconds > 0)
        {
            time.Advance(TimeSpan.FromSeconds(seconds) - TimeSpan.FromMilliseconds(1));
            Assert.False(end.IsCompleted);
            Assert.False(host.Ended.IsCompleted);
            time.Advance(TimeSpan.FromMilliseconds(1));
        }

        await end.WaitAsync(Eventually.Patience);
        Assert.True(host.Ended.IsCompletedSuccessfully);
        host.Pause();
    }

    [Fact]
    public void The_last_three_lines_of_its_output_are_one_without_control_characters()
    {
        var folder = Directory.CreateTempSubdirectory("bridge-log-");
        try
        {
            using var host = new HostProcess(Process.Start("true"), Secret, folder.FullName, new FakeTime());
            Assert.Equal("it wrote nothing", host.LastLines());
            Write("\n \n");
            Assert.Equal("it wrote nothing", host.LastLines());
            Write("one\ntwo\n\nthree\u001B[1m\n  four \n");
            Assert.Equal("two three?[1m four", host.LastLines());
            Write(new string('a', 5000));
            Assert.Equal(new string('a', 2048), host.LastLines());
        }
        finally
        {
            folder.Delete(recursive: true);
        }

        void Write(string text) => File.WriteAllText(Path.Combine(folder.FullName, HostProgram.LogFile), text);
    }

    // Returns when the program has written a line: by then it has set its trap, if it has one.
    private static Process Start(string program)
    {
        var process = Process.Start(new ProcessStartInfo("sh", ["-c", program]) { RedirectStandardOutput = true })!;
        process.StandardOutput.ReadLine();
        return process;
    }
}
