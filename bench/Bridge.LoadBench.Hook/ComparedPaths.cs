using Bridge.LoadBench.Hook.InMemory;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;

namespace Bridge.LoadBench.Hook;

/// <summary>
/// Maps the paths that the bridge is compared with. <c>/bare</c> needs no emulator, <c>/old</c> uses the exclusive-socket pattern,
/// <c>/allocated</c> returns the bytes that the process has allocated, <c>/heap</c> its heap bytes, <c>/collected</c> the collections
/// so far. <c>/begin-end</c> starts a <see cref="BeginEndServer"/> and returns its port. <see cref="InMemoryListener"/> adds clients.
/// The paths run in a branch of their own, so the bridge's pipeline only gains one path check.
/// </summary>
internal sealed class ComparedPaths : IStartupFilter
{
    public Action<IApplicationBuilder> Configure(Action<IApplicationBuilder> next) => app =>
    {
        app.MapWhen(context => context.Request.Path.Value is "/bare" or "/old" or "/allocated" or "/heap" or "/collected" or "/begin-end"
            or "/in-memory/add" or "/in-memory/ask", branch =>
        {
            branch.UseRouting();
            branch.UseEndpoints(routes =>
            {
                routes.MapGet("/bare", (string message) => message);
                routes.MapGet("/old", (int port, string message) => OldPattern.SendAsync(port, message));
                routes.MapGet("/allocated", () => GC.GetTotalAllocatedBytes(precise: true));
                routes.MapGet("/heap", () => GC.GetTotalMemory(forceFullCollection: true));
                routes.MapGet("/collected", () => string.Join(' ', GC.GetTotalAllocatedBytes(precise: true), GC.GetTotalMemory(false),
                    GC.CollectionCount(0), GC.CollectionCount(1), GC.CollectionCount(2)));
                routes.MapGet("/begin-end", () => BeginEndServer.Start());
                InMemoryListener.MapPaths(routes);
            });
        });
        next(app);
    };
}
