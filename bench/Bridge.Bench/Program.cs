using Bridge.Bench;

// Writes the report to standard output, progress to standard error. bench/run.sh builds what it needs.
var plan = args is ["--quick"] ? Plan.Quick : Plan.Full;
using var idle = await Lane.StartAsync(Systems.Idle, "lua/bridge.lua");
using var every = await Lane.StartAsync(Systems.Every, "bench/lua/bridge_without_idle.lua", "every");
using var shared = await Lane.StartAsync(Systems.Shared, "bench/lua/bridge_without_idle.lua", "shared");
var findings = await new Schedule(plan, idle, every, shared).RunAsync();
await Console.Out.WriteAsync(new Report(findings, plan).ToString());
