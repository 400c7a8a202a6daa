using System.Globalization;
using Bridge.LoadBench;
using Bridge.LoadBench.Buffers;
using Bridge.LoadBench.Idle;
using Bridge.LoadBench.Native;
using Bridge.LoadBench.Overload;
using Bridge.LoadBench.Rates;
using Bridge.LoadBench.Weight;
using Bridge.Testing;

// Writes the report to standard output and progress to standard error. bench/run.sh builds everything needed.
if (args is ["--window", var scriptPort, var framesPort, .. var more])
{
    var (script, frames) = (int.Parse(scriptPort, CultureInfo.InvariantCulture), int.Parse(framesPort, CultureInfo.InvariantCulture));
    await (more is ["fast-forward"] ? OpenWindow.RunFastAsync(script, frames) : OpenWindow.RunAsync(script, frames));
    return;
}

// Child scripts and bridges keep their key files there, so that none stays in the account's folder.
DataFolder.Use();

if (args is ["--screen"])
{
    await Watching.RunAsync();
    return;
}

if (args is ["--page"])
{
    await Browsing.RunAsync();
    return;
}

if (args is ["--step"])
{
    await Stepping.RunAsync();
    return;
}

if (args is ["--many"])
{
    await SteppingMany.RunAsync();
    return;
}

if (args is ["--events"])
{
    await Listening.RunAsync();
    return;
}

if (args is ["--push"])
{
    await Pushing.RunAsync();
    return;
}

if (args is ["--native"])
{
    await NativeRun.RunAsync();
    return;
}

if (args is ["--create"])
{
    await Creations.RunAsync();
    return;
}

if (args is ["--fleet"])
{
    await Hopping.RunAsync();
    return;
}

if (args is ["--mcp"])
{
    await ModelTurns.RunAsync();
    return;
}

if (args is ["--weight"])
{
    await MemoryFootprint.RunAsync();
    return;
}

if (args is ["--rates", .. var loads] && OperatingSystem.IsLinux())
{
    await RateRun.RunAsync(loads);
    return;
}

if (args is ["--rates-report", var plot] && OperatingSystem.IsLinux())
{
    var rows = RateRun.Load();
    await File.WriteAllTextAsync(plot, RatePlot.Draw(rows));
    await Console.Out.WriteAsync(RateReport.Write(rows));
    return;
}

if (args is ["--clients", ..] && OperatingSystem.IsLinux())
{
    await ClientMemory.RunAsync(isQuick: args.Contains("--quick"));
    return;
}

if (args is ["--idle", .. var options] && OperatingSystem.IsLinux())
{
    await IdleClients.RunAsync(IdlePlan.Of(options));
    return;
}

if (args is ["--overload", var seconds] && OperatingSystem.IsLinux())
{
    Environment.ExitCode = await OverloadRun.RunAsync(double.Parse(seconds, CultureInfo.InvariantCulture)) ? 0 : 1;
    return;
}

if (args is ["--plain-echo", var path])
{
    await PlainEcho.RunAsync(path);
    return;
}

var plan = args is ["--quick"] ? Plan.Quick : Plan.Full;
var disturbance = new BackgroundLoad();
var results = await MeasureAsync();
await Console.Out.WriteAsync(new Report(results, plan, disturbance.Cores).ToString());

async Task<Results> MeasureAsync()
{
    using var idle = new SystemUnderTest(Systems.Idle, idle: true, "shared");
    using var every = new SystemUnderTest(Systems.Every, idle: false, "every");
    using var shared = new SystemUnderTest(Systems.Shared, idle: false, "shared");
    using var host = await BareHost.StartAsync("bare host");
    return await new Schedule(plan, idle, every, shared, host).RunAsync();
}
