using Bridge.Api.Logging;
using Microsoft.Extensions.Logging;

namespace Bridge.Api.Tests.Logging;

public sealed class UnscopedLogsTests
{
    [Fact]
    public void Lines_pass_with_their_levels_and_scopes_do_not()
    {
        using var logs = new Recording();
        var logger = new UnscopedLogs(logs).CreateLogger("category");
        using (logger.BeginScope("a scope"))
            logger.Log(LogLevel.Warning, 0, "a line", null, (line, _) => line);
        Assert.False(logger.IsEnabled(LogLevel.Debug));
        Assert.Equal(["category", "Warning a line"], logs.Seen);
    }

    private sealed class Recording : ILoggerProvider, ILogger
    {
        public List<string> Seen { get; } = [];

        public ILogger CreateLogger(string categoryName)
        {
            Seen.Add(categoryName);
            return this;
        }

        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => throw new InvalidOperationException("A scope was opened.");

        public bool IsEnabled(LogLevel logLevel) => logLevel >= LogLevel.Information;

        public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception,
            Func<TState, Exception?, string> formatter) =>
            Seen.Add($"{logLevel} {formatter(state, exception)}");

        public void Dispose()
        {
            // It holds nothing.
        }
    }
}
