using Bridge.Bench.Hook.InMemory;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;

namespace Bridge.Bench.Hook;

/// <summary>
/// <c>/bare</c> answers by itself, <c>/old</c> asks an emulator in the old pattern, <c>/allocated</c> tells the bytes that the
/// process has allocated, <c>/heap</c> those that it holds, <c>/collected</c> what has been collected without collecting;
/// <c>/begin-end</c> begins to push messages in the old way and tells its port, and those of <see cref="MemoryDoor"/> have clients come in
/// memory. In a branch of their own, so that the bridge's pipeline stays what it is but for one look at the path.
/// </summary>
internal sealed class ComparedPaths : IStartupFilter
{
    public Action<IApplicationBuilder> Configure(Action<IApplicationBuilder> next) => app =>
    {
        app.MapWhen(context => context.Request.Path.Value is "/bare" or "/old" or "/allocated" or "/heap" or "/collected" or "/begin-end"
            or "/multitude/come" or "/multitude/ask", branch =>
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
                MemoryDoor.MapOrders(routes);
            });
        });
        next(app);
    };
}
