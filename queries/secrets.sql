-- secrets.sealed
select 'oauth' as purpose, payload ->> 'sealed' as sealed
from oauth_records
where model = 'Keys'
union all
select 'webhook', secret
from webhooks
union all
select 'channel', secret
from channels
where secret is not null;
