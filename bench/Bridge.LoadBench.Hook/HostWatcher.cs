using System.Diagnostics;
using Bridge.LoadBench.Hook.InMemory;
using Microsoft.AspNetCore.Hosting;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Bridge.LoadBench.Hook;

/// <summary>Waits until the program builds its host, and adds the paths of <see cref="ComparedPaths"/> to it.</summary>
internal sealed class HostWatcher : IObserver<DiagnosticListener>, IObserver<KeyValuePair<string, object?>>
{
    public void OnNext(DiagnosticListener value)
    {
        if (value.Name == "Microsoft.Extensions.Hosting")
            value.Subscribe(this);
    }

    public void OnNext(KeyValuePair<string, object?> value)
    {
        if (value is { Key: "HostBuilding", Value: IHostBuilder builder })
        {
            builder.ConfigureServices((host, services) =>
            {
                services.AddSingleton<IStartupFilter, ComparedPaths>();
                InMemoryListener.Add(host.Configuration, services);
            });
        }
    }

    public void OnCompleted()
    {
        // The subscription lasts as long as the program.
    }

    public void OnError(Exception error)
    {
        // DiagnosticListener reports no errors.
    }
}
