using System.Reflection;
using Microsoft.Extensions.Logging;

namespace Bridge.Api.Tests.Server.Diagnostics;

public sealed class LogEventIdTests
{
    [Fact]
    public void Every_log_message_has_its_own_event_id()
    {
        var ids = typeof(Program).Assembly.GetTypes()
            .SelectMany(type =>
                type.GetMethods(BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly))
            .SelectMany(method => method.GetCustomAttributes<LoggerMessageAttribute>())
            .Select(message => message.EventId).ToList();
        Assert.NotEmpty(ids);
        Assert.Equal(ids.Distinct(), ids);
    }
}
